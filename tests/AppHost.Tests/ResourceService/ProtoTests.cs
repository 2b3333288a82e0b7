using Dugout.ResourceService;
using Xunit;

namespace Dugout.AppHost.Tests.ResourceService;

/// <summary>The wire format, held against the examples of its own description (protobuf.dev, "Encoding").</summary>
public sealed class ProtoTests
{
    [Fact]
    public void The_examples_of_the_formats_description_are_written_and_read()
    {
        Assert.Equal("089601", Convert.ToHexString(new ProtoWriter().Number(1, 150).Written.Span));
        Assert.Equal("120774657374696E67", Convert.ToHexString(new ProtoWriter().Text(2, "testing").Written.Span));
        Assert.Equal("1A03089601", Convert.ToHexString(new ProtoWriter().Message(3, inner => inner.Number(1, 150)).Written.Span));
        Assert.Equal("08FEFFFFFFFFFFFFFFFF01", Convert.ToHexString(new ProtoWriter().Number(1, -2).Written.Span));

        var read = ProtoMessage.Read(Convert.FromHexString("1A03089601120774657374696E67"));
        Assert.Equal((150L, "testing", false), (read.Messages(3).Single().Number(1), read.Text(2), read.Has(1)));
    }

    [Fact]
    public void What_equals_nothing_is_left_out_where_that_means_the_same()
    {
        var writer = new ProtoWriter().Text(1, "").Text(2, null).Flag(3, false).Time(4, null);
        Assert.Equal(0, writer.Written.Length);
        Assert.Equal("0A001000", Convert.ToHexString(writer.TextEvenIfEmpty(1, "").Number(2, 0).Written.Span));
    }

    [Fact]
    public void A_time_is_seconds_since_1970_and_nanoseconds()
    {
        var time = ProtoMessage.Read(new ProtoWriter().Time(1, new DateTime(2026, 11, 23, 1, 2, 3, DateTimeKind.Utc).AddTicks(4)).Written).Messages(1).Single();
        Assert.Equal((1_795_395_723L, 400L), (time.Number(1), time.Number(2)));
    }

    /// <summary>Fields that aren't looked for may be of any kind; a message that breaks off isn't taken.</summary>
    [Fact]
    public void Fields_of_other_kinds_are_passed_over_and_broken_messages_refused()
    {
        var read = ProtoMessage.Read(Convert.FromHexString("090102030405060708" + "1501020304" + "1A0161"));
        Assert.Equal("a", read.Text(3));
        foreach (var broken in (string[])["08", "1A0561", "0B", "08FFFFFFFFFFFFFFFFFFFFFF01", "0901"])
            Assert.Throws<InvalidDataException>(() => ProtoMessage.Read(Convert.FromHexString(broken)));
    }
}
