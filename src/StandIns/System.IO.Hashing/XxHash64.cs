using System.Buffers.Binary;
using System.Numerics;

namespace System.IO.Hashing;

/// <summary>
/// The 64-bit xxHash of a whole buffer with seed 0, as YARP's cookie affinity calls it.
/// The algorithm is the public xxHash specification (XXH64).
/// </summary>
public static class XxHash64
{
    private const ulong Prime1 = 0x9E3779B185EBCA87;
    private const ulong Prime2 = 0xC2B2AE3D27D4EB4F;
    private const ulong Prime3 = 0x165667B19E3779F9;
    private const ulong Prime4 = 0x85EBCA77C2B2AE63;
    private const ulong Prime5 = 0x27D4EB2F165667C5;

    private const int StripeLength = 32;

    /// <summary>Computes the hash of <paramref name="source"/> as eight bytes, most significant first.</summary>
    /// <exception cref="ArgumentNullException"><paramref name="source"/> is null.</exception>
    public static byte[] Hash(byte[] source)
    {
        ArgumentNullException.ThrowIfNull(source);
        var hash = new byte[sizeof(ulong)];
        BinaryPrimitives.WriteUInt64BigEndian(hash, Compute(source));
        return hash;
    }

    private static ulong Compute(ReadOnlySpan<byte> rest)
    {
        var length = (ulong)rest.Length;
        var hash = rest.Length >= StripeLength ? Stripes(ref rest) : Prime5;
        return Avalanche(Tail(hash + length, rest));
    }

    /// <summary>Eats all whole 32-byte stripes in four independent lanes and merges the lanes.</summary>
    private static ulong Stripes(ref ReadOnlySpan<byte> rest)
    {
        Span<ulong> lanes = [unchecked(Prime1 + Prime2), Prime2, 0, unchecked(0 - Prime1)];
        for (; rest.Length >= StripeLength; rest = rest[StripeLength..])
            for (var lane = 0; lane < lanes.Length; lane++)
                lanes[lane] = Round(lanes[lane], BinaryPrimitives.ReadUInt64LittleEndian(rest[(lane * sizeof(ulong))..]));

        var hash = BitOperations.RotateLeft(lanes[0], 1) + BitOperations.RotateLeft(lanes[1], 7)
                 + BitOperations.RotateLeft(lanes[2], 12) + BitOperations.RotateLeft(lanes[3], 18);
        foreach (var lane in lanes)
            hash = ((hash ^ Round(0, lane)) * Prime1) + Prime4;
        return hash;
    }

    /// <summary>Eats what is left of the last stripe: eight bytes at a time, then four, then one.</summary>
    private static ulong Tail(ulong hash, ReadOnlySpan<byte> rest)
    {
        for (; rest.Length >= sizeof(ulong); rest = rest[sizeof(ulong)..])
            hash = (BitOperations.RotateLeft(hash ^ Round(0, BinaryPrimitives.ReadUInt64LittleEndian(rest)), 27) * Prime1) + Prime4;
        for (; rest.Length >= sizeof(uint); rest = rest[sizeof(uint)..])
            hash = (BitOperations.RotateLeft(hash ^ (BinaryPrimitives.ReadUInt32LittleEndian(rest) * Prime1), 23) * Prime2) + Prime3;
        foreach (var value in rest)
            hash = BitOperations.RotateLeft(hash ^ (value * Prime5), 11) * Prime1;
        return hash;
    }

    private static ulong Round(ulong lane, ulong input) =>
        BitOperations.RotateLeft(lane + (input * Prime2), 31) * Prime1;

    private static ulong Avalanche(ulong hash)
    {
        hash = (hash ^ (hash >> 33)) * Prime2;
        hash = (hash ^ (hash >> 29)) * Prime3;
        return hash ^ (hash >> 32);
    }
}
