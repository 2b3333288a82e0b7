using System.Security.Cryptography;

namespace Dugout.Platform.Persistence;

/// <summary>Ids that are known before the row is written, and that nobody guesses.</summary>
internal static class Ids
{
    /// <summary>Ids stay below 2^53, so that every JSON reader keeps them whole.</summary>
    private const int Bits = 53;

    /// <summary>From here on those are counted that ascend: until 2091 they stay below 2^53.</summary>
    private static readonly DateTime Epoch = new(2020, 1, 1, 0, 0, 0, DateTimeKind.Utc);

    /// <summary>Of one microsecond there may be so many.</summary>
    private const int InAMicrosecond = 4;

    /// <summary>
    /// One above those made before, so that rows that are written together lie together; anybody may guess it. Two made in one microsecond may be the
    /// same: the table's primary key refuses the second, and whoever made it makes another.
    /// </summary>
    public static long Ascending(DateTime now) =>
        ((now - Epoch).Ticks / TimeSpan.TicksPerMicrosecond * InAMicrosecond) + RandomNumberGenerator.GetInt32(InAMicrosecond);

    /// <summary>A random one; a used one is refused by its table's primary key.</summary>
    public static long New()
    {
        Span<byte> bytes = stackalloc byte[sizeof(long)];
        RandomNumberGenerator.Fill(bytes);
        return Math.Max(1, BitConverter.ToInt64(bytes) & ((1L << Bits) - 1));
    }
}
