using System.Buffers.Binary;
using System.Net.Http.Headers;

namespace Dugout.Features.Tests.Feed.Pictures;

/// <summary>Files that begin as pictures do. What comes behind is nothing a viewer could show.</summary>
internal static class PictureFiles
{
    public static byte[] Png(int width, int height, int length = 100)
    {
        var file = new byte[length];
        byte[] head = [0x89, (byte)'P', (byte)'N', (byte)'G', 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13, (byte)'I', (byte)'H', (byte)'D', (byte)'R'];
        head.CopyTo(file, 0);
        BinaryPrimitives.WriteInt32BigEndian(file.AsSpan(16), width);
        BinaryPrimitives.WriteInt32BigEndian(file.AsSpan(20), height);
        return file;
    }

    public static byte[] Gif(ushort width, ushort height)
    {
        var file = new byte[100];
        "GIF89a"u8.CopyTo(file);
        BinaryPrimitives.WriteUInt16LittleEndian(file.AsSpan(6), width);
        BinaryPrimitives.WriteUInt16LittleEndian(file.AsSpan(8), height);
        return file;
    }

    /// <summary>With an APP0 segment and a fill byte before its frame header.</summary>
    public static byte[] Jpeg(ushort width, ushort height, byte frame = 0xC0)
    {
        byte[] file =
        [
            0xFF, 0xD8, 0xFF, 0xE0, 0, 16, (byte)'J', (byte)'F', (byte)'I', (byte)'F', 0, 1, 1, 0, 0, 1, 0, 1, 0, 0,
            0xFF, 0xFF, frame, 0, 17, 8, (byte)(height >> 8), (byte)height, (byte)(width >> 8), (byte)width, 3, 1, 0x22, 0, 2, 0x11, 1, 3, 0x11, 1, 0xFF, 0xD9,
        ];
        return file;
    }

    /// <summary>Uploads a file.</summary>
    public static Task<Answer> UploadAsync(this Fan fan, HttpClient replica, byte[] file, string? type = "image/png") =>
        fan.PostAsync(replica, "/api/pictures", Content(file, type));

    /// <summary>A file with what its sender calls it; null for nothing.</summary>
    public static ByteArrayContent Content(byte[] file, string? type)
    {
        var content = new ByteArrayContent(file);
        content.Headers.ContentType = type is null ? null : new MediaTypeHeaderValue(type);
        return content;
    }
}
