using System.Buffers.Binary;
using System.Security.Cryptography;

namespace Dugout.Load.Checks.Fairness;

/// <summary>The draw of a waiting room, computed again from its public seed as the API reference describes it: on purpose not the shop's own code.</summary>
internal static class PublicDraw
{
    /// <summary>The commitment to a seed that the public document shows from the beginning.</summary>
    public static string HashOf(string seed) => Convert.ToHexStringLower(SHA256.HashData(Convert.FromHexString(seed)));

    /// <summary>The numbers of the tickets with the indexes below <paramref name="drawn"/>.</summary>
    public static IReadOnlyList<int> Numbers(string seed, int drawn)
    {
        var numbers = Enumerable.Range(0, drawn).ToArray();
        using var words = Words(Convert.FromHexString(seed)).GetEnumerator();
        for (var last = drawn - 1; last > 0; last--)
        {
            // Words above the last complete multiple would make low positions likelier.
            var usable = (1UL << 32) / (ulong)(last + 1) * (ulong)(last + 1);
            do words.MoveNext();
            while (words.Current >= usable);
            var other = (int)(words.Current % (ulong)(last + 1));
            (numbers[last], numbers[other]) = (numbers[other], numbers[last]);
        }

        return numbers;
    }

    private static IEnumerable<ulong> Words(byte[] seed)
    {
        for (ulong counter = 0; ; counter++)
        {
            var input = new byte[seed.Length + sizeof(ulong)];
            seed.CopyTo(input, 0);
            BinaryPrimitives.WriteUInt64BigEndian(input.AsSpan(seed.Length), counter);
            var hash = SHA256.HashData(input);
            for (var at = 0; at < hash.Length; at += sizeof(uint)) yield return BinaryPrimitives.ReadUInt32BigEndian(hash.AsSpan(at));
        }
    }
}
