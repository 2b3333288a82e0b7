using System.Security.Cryptography;

namespace Dugout.Features.Shared;

/// <summary>Ids that are known before the row is written, and that nobody guesses.</summary>
internal static class Ids
{
    /// <summary>Ids stay below 2^53, so that every JSON reader keeps them whole.</summary>
    private const int Bits = 53;

    /// <summary>A random one; a used one is refused by its table's primary key.</summary>
    public static long New()
    {
        Span<byte> bytes = stackalloc byte[sizeof(long)];
        RandomNumberGenerator.Fill(bytes);
        return Math.Max(1, BitConverter.ToInt64(bytes) & ((1L << Bits) - 1));
    }
}
