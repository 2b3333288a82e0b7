using System.Buffers.Binary;
using System.IO.Compression;
using System.Text;
using Dugout.Migrator.Seed;
using Xunit;

namespace Dugout.Migrator.Tests;

/// <summary>Read as a viewer reads them, chunk by chunk; nothing of the code that makes them is used.</summary>
public sealed class PickPicturesTests
{
    /// <summary>What the shop takes of an operator.</summary>
    private const int LargestPicture = 40_000;

    private static readonly byte[] Signature = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A];

    /// <summary>With which every such file ends: the sum of a last chunk that has no data.</summary>
    private static readonly byte[] SumOfAnEnd = [0xAE, 0x42, 0x60, 0x82];

    private static readonly int[] Numbers = [.. Enumerable.Range(1, PickVolume.Picks)];

    [Fact]
    public void Each_is_a_picture_that_the_shop_would_take_from_an_operator()
    {
        foreach (var number in Numbers)
        {
            var file = PickPictures.Of(number);
            Assert.InRange(file.Length, 20_000, LargestPicture);
            Assert.Equal(Signature, file[..8]);
            var chunks = Chunks(file);

            Assert.Equal(["IHDR", "IDAT", "IEND"], chunks.Select(chunk => chunk.Kind));
            var header = chunks[0].Data;
            var (width, height) = (BinaryPrimitives.ReadInt32BigEndian(header), BinaryPrimitives.ReadInt32BigEndian(header.AsSpan(4)));
            Assert.Equal((8, 2), (header[8], header[9]));
            Assert.Equal(SumOfAnEnd, file[^4..]);
            Assert.Equal(height * (1 + (3 * width)), Unpacked(chunks[1].Data).Length);
        }
    }

    [Fact]
    public void The_same_number_is_the_same_picture_and_no_two_are_alike()
    {
        Assert.All(Numbers, number => Assert.Equal(PickPictures.Of(number), PickPictures.Of(number)));
        Assert.Distinct(Numbers.Select(number => Convert.ToHexString(PickPictures.Of(number))));
    }

    private static List<(string Kind, byte[] Data)> Chunks(byte[] file)
    {
        List<(string, byte[])> chunks = [];
        for (var at = 8; at < file.Length;)
        {
            var length = BinaryPrimitives.ReadInt32BigEndian(file.AsSpan(at));
            chunks.Add((Encoding.ASCII.GetString(file, at + 4, 4), file[(at + 8)..(at + 8 + length)]));
            at += 12 + length;
        }

        return chunks;
    }

    private static byte[] Unpacked(byte[] data)
    {
        using var unpacked = new MemoryStream();
        using var zlib = new ZLibStream(new MemoryStream(data), CompressionMode.Decompress);
        zlib.CopyTo(unpacked);
        return unpacked.ToArray();
    }
}
