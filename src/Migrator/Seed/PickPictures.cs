using System.Buffers.Binary;
using System.IO.Compression;

namespace Dugout.Migrator.Seed;

/// <summary>Pictures for operators' picks, each another pattern of colours. A pure function of the number; as large as a small photograph, since nothing is compressed.</summary>
internal static class PickPictures
{
    /// <summary>What they are.</summary>
    public const string Type = "image/png";

    /// <summary>Pixels from left to right, and from top to bottom.</summary>
    private const int Side = 96;

    private const int BytesAPixel = 3;

    /// <summary>The file of one, about 28 kB: ISO/IEC 15948, eight bits each of red, green and blue.</summary>
    public static byte[] Of(int number)
    {
        var header = new byte[13];
        BinaryPrimitives.WriteInt32BigEndian(header, Side);
        BinaryPrimitives.WriteInt32BigEndian(header.AsSpan(sizeof(int)), Side);
        (header[8], header[9]) = (8, 2);
        return [0x89, .. "PNG\r\n\u001A\n"u8, .. Chunk("IHDR"u8, header), .. Chunk("IDAT"u8, Stored(Pixels(number))), .. Chunk("IEND"u8, [])];
    }

    /// <summary>Line by line, each behind a byte that says that it is no difference to the one above.</summary>
    private static byte[] Pixels(int number)
    {
        const int Line = 1 + (Side * BytesAPixel);
        var pixels = new byte[Side * Line];
        for (var y = 0; y < Side; y++)
        {
            for (var x = 0; x < Side; x++)
            {
                var red = (y * Line) + 1 + (x * BytesAPixel);
                (pixels[red], pixels[red + 1], pixels[red + 2]) = ((byte)(x * number), (byte)(y * number), (byte)((x ^ y) * 2));
            }
        }

        return pixels;
    }

    private static byte[] Stored(byte[] bytes)
    {
        using var stored = new MemoryStream();
        using (var zlib = new ZLibStream(stored, CompressionLevel.NoCompression))
            zlib.Write(bytes);
        return stored.ToArray();
    }

    /// <summary>Its length, its kind, its data, and a sum of both.</summary>
    private static byte[] Chunk(ReadOnlySpan<byte> kind, ReadOnlySpan<byte> data)
    {
        var chunk = new byte[(3 * sizeof(int)) + data.Length];
        BinaryPrimitives.WriteInt32BigEndian(chunk, data.Length);
        kind.CopyTo(chunk.AsSpan(sizeof(int)));
        data.CopyTo(chunk.AsSpan(2 * sizeof(int)));
        BinaryPrimitives.WriteUInt32BigEndian(chunk.AsSpan(^sizeof(uint)), Sum(chunk.AsSpan(sizeof(int)..^sizeof(uint))));
        return chunk;
    }

    /// <summary>The cyclic redundancy code of ISO/IEC 15948, annex D.</summary>
    private static uint Sum(ReadOnlySpan<byte> bytes)
    {
        var sum = uint.MaxValue;
        foreach (var one in bytes)
        {
            sum ^= one;
            for (var bit = 0; bit < 8; bit++)
                sum = (sum & 1) == 0 ? sum >> 1 : (sum >> 1) ^ 0xEDB88320;
        }

        return ~sum;
    }
}
