using System.Security.Cryptography;

namespace Dugout.Platform.Persistence;

/// <summary>Ids that are known before the row is written, and that cannot be guessed.</summary>
internal static class Ids
{
    /// <summary>Ids stay below 2^53, so that every JSON reader represents them exactly.</summary>
    private const int Bits = 53;

    /// <summary>Start of the ascending ids: until 2091 they stay below 2^53.</summary>
    private static readonly DateTime Epoch = new(2020, 1, 1, 0, 0, 0, DateTimeKind.Utc);

    /// <summary>Number of ids per microsecond.</summary>
    private const int InAMicrosecond = 4;

    /// <summary>
    /// Returns an id above those created before, so that rows written together are stored together; it can be guessed. Two ids created in one microsecond may be
    /// equal: the table's primary key rejects the second, and its caller creates another one.
    /// </summary>
    public static long Ascending(DateTime now) =>
        ((now - Epoch).Ticks / TimeSpan.TicksPerMicrosecond * InAMicrosecond) + RandomNumberGenerator.GetInt32(InAMicrosecond);

    /// <summary>Returns a random id; the table's primary key rejects one that is in use.</summary>
    public static long New()
    {
        Span<byte> bytes = stackalloc byte[sizeof(long)];
        RandomNumberGenerator.Fill(bytes);
        return Math.Max(1, BitConverter.ToInt64(bytes) & ((1L << Bits) - 1));
    }
}
