using System.Text;
using Dugout.Features.Feed;
using FsCheck.Fluent;
using Xunit;

namespace Dugout.Features.Tests.Feed.Pictures;

/// <summary>The type of a file follows from its bytes.</summary>
public sealed class PictureTests
{
    [Fact]
    public void The_kind_and_size_of_a_picture_are_read()
    {
        Assert.Equal(new Picture("png", 640, 480), Picture.Of(PictureFiles.Png(640, 480)));
        Assert.Equal(new Picture("gif", 300, 200), Picture.Of(PictureFiles.Gif(300, 200)));
        Assert.Equal(new Picture("jpeg", 1_920, 1_080), Picture.Of(PictureFiles.Jpeg(1_920, 1_080)));
        Assert.Equal(new Picture("jpeg", 1_920, 1_080), Picture.Of(PictureFiles.Jpeg(1_920, 1_080, frame: 0xC2)));
    }

    [Fact]
    public void The_tables_of_a_JPEG_are_not_read_as_a_frame() => Assert.Null(Picture.Of(PictureFiles.Jpeg(10, 10, frame: 0xC4)));

    [Theory]
    [InlineData(1, 1, true)]
    [InlineData(4_096, 4_096, true)]
    [InlineData(4_097, 1, false)]
    [InlineData(1, 4_097, false)]
    [InlineData(0, 1, false)]
    [InlineData(-1, 1, false)]
    public void No_side_exceeds_the_limit(int width, int height, bool fits) => Assert.Equal(fits, Picture.Of(PictureFiles.Png(width, height))!.Fits);

    [Theory]
    [InlineData("")]
    [InlineData("GIF89")]
    [InlineData("GIF89a1234")]
    [InlineData("<svg xmlns='http://www.w3.org/2000/svg'/>")]
    [InlineData("<script>alert(1)</script>")]
    [InlineData("GIF88a and more than ten bytes of it")]
    public void A_file_that_resembles_a_picture_is_rejected_or_its_size_is_read(string text)
    {
        var picture = Picture.Of(Encoding.ASCII.GetBytes(text));

        Assert.True(picture is null or { Kind: "gif", Width: > 0 }, $"{picture}");
    }

    [Fact]
    public void A_file_truncated_before_its_size_is_not_a_picture()
    {
        foreach (var (file, needed) in ((byte[], int)[])[(PictureFiles.Png(9, 9), 24), (PictureFiles.Gif(9, 9), 10), (PictureFiles.Jpeg(9, 9), 30)])
        {
            for (var length = 0; length < needed; length++)
                Assert.Null(Picture.Of(file.AsSpan(0, length)));
            Assert.NotNull(Picture.Of(file));
        }
    }

    /// <summary>Whatever bytes come: no exception, and no loop without an end.</summary>
    [Fact]
    public void Any_bytes_get_a_response()
    {
        byte[][] heads = [[], [0xFF, 0xD8, 0xFF], [0xFF, 0xD8, 0xFF, 0xE1, 0], "GIF87a"u8.ToArray(), [.. PictureFiles.Png(1, 1)[..16]]];
        var files = Gen.Elements(heads).SelectMany(head => Gen.Choose(0, 255).Select(value => (byte)value).ArrayOf().Select(tail => (byte[])[.. head, .. tail]));

        foreach (var file in files.Sample(2_000))
            Picture.Of(file);
    }
}
