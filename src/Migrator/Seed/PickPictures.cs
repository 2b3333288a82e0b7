using System.Buffers.Binary;
using System.IO.Compression;

namespace Dugout.Migrator.Seed;

/// <summary>Pictures of operators' picks, each a different colour pattern. A pure function of the number; as large as a small photograph, because the data are not compressed.</summary>
internal static class PickPictures
{
    /// <summary>Media type of the pictures.</summary>
    public const string Type = "image/png";

    /// <summary>Width and height in pixels.</summary>
    private const int Side = 96;

    private const int BytesAPixel = 3;

    /// <summary>Returns the file of a picture, about 28 kB: ISO/IEC 15948, eight bits each of red, green and blue.</summary>
    public static byte[] Of(int number)
    {
        var header = new byte[13];
        BinaryPrimitives.WriteInt32BigEndian(header, Side);
        BinaryPrimitives.WriteInt32BigEndian(header.AsSpan(sizeof(int)), Side);
        (header[8], header[9]) = (8, 2);
        return [0x89, .. "PNG\r\n\u001A\n"u8, .. Chunk("IHDR"u8, header), .. Chunk("IDAT"u8, Stored(Pixels(number))), .. Chunk("IEND"u8, [])];
    }

    /// <summary>Returns the pixels line by line, each line prefixed with filter type 0 (none).</summary>
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

    /// <summary>Returns a chunk: length, type, data, and the checksum of type and data.</summary>
    private static byte[] Chunk(ReadOnlySpan<byte> kind, ReadOnlySpan<byte> data)
    {
        var chunk = new byte[(3 * sizeof(int)) + data.Length];
        BinaryPrimitives.WriteInt32BigEndian(chunk, data.Length);
        kind.CopyTo(chunk.AsSpan(sizeof(int)));
        data.CopyTo(chunk.AsSpan(2 * sizeof(int)));
        BinaryPrimitives.WriteUInt32BigEndian(chunk.AsSpan(^sizeof(uint)), Sum(chunk.AsSpan(sizeof(int)..^sizeof(uint))));
        return chunk;
    }

    /// <summary>The CRC of ISO/IEC 15948, annex D.</summary>
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
