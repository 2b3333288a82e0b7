using System.Buffers.Binary;
using System.Security.Cryptography;

namespace Dugout.Features.WaitingRooms;

/// <summary>
/// The draw of a waiting room: who came before the opening gets a number by chance, not by arrival. The seed was chosen when the room was made, and its SHA-256 is public from then on, so that
/// it could not be chosen after seeing the tickets; the seed is public after the draw, so that everybody can compute all numbers again.
/// </summary>
/// <remarks>
/// A Fisher-Yates shuffle of 0 to n-1, from the last position to the second: position i is exchanged with position r mod (i + 1). r is the next of the 32-bit big-endian numbers in
/// SHA-256(seed, 0), SHA-256(seed, 1), ..., the counter as 8 bytes big-endian; numbers of the last, incomplete range of i + 1 are skipped, so that every order is equally likely.
/// The ticket with place p gets the number at position p.
/// </remarks>
internal static class Draw
{
    /// <summary>Size of a seed in bytes.</summary>
    public const int SeedBytes = 32;

    /// <summary>Returns a new seed, as hexadecimal digits.</summary>
    public static string NewSeed() => Convert.ToHexStringLower(RandomNumberGenerator.GetBytes(SeedBytes));

    /// <summary>The commitment to a seed: the SHA-256 of its bytes, as hexadecimal digits.</summary>
    public static string HashOf(string seed) => Convert.ToHexStringLower(SHA256.HashData(Convert.FromHexString(seed)));

    /// <summary>The numbers of the tickets with the places 0 to <paramref name="tickets"/> - 1.</summary>
    public static int[] Numbers(string seed, int tickets)
    {
        var random = new Stream(Convert.FromHexString(seed));
        int[] numbers = [.. Enumerable.Range(0, tickets)];
        for (var last = tickets - 1; last > 0; last--)
        {
            var other = random.Below((uint)last + 1);
            (numbers[last], numbers[other]) = (numbers[other], numbers[last]);
        }

        return numbers;
    }

    private sealed class Stream(byte[] seed)
    {
        private readonly byte[] _input = [.. seed, .. new byte[8]];
        private readonly byte[] _block = new byte[SHA256.HashSizeInBytes];
        private ulong _counter;
        private int _used = SHA256.HashSizeInBytes;

        public int Below(uint limit)
        {
            var complete = uint.MaxValue - (((uint.MaxValue % limit) + 1) % limit);
            uint next;
            do next = Next();
            while (next > complete);
            return (int)(next % limit);
        }

        private uint Next()
        {
            if (_used == _block.Length)
            {
                BinaryPrimitives.WriteUInt64BigEndian(_input.AsSpan(SeedBytes), _counter++);
                SHA256.HashData(_input, _block);
                _used = 0;
            }

            var next = BinaryPrimitives.ReadUInt32BigEndian(_block.AsSpan(_used));
            _used += sizeof(uint);
            return next;
        }
    }
}
