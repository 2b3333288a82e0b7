using System.Text;
using Dugout.Load.Waiting;
using Xunit;

namespace Dugout.Load.Tests.Waiting;

public sealed class PollResponseTests
{
    private const string Open = """{"state":"open","drawn":10}""";

    [Fact]
    public void A_document_is_read_when_its_last_byte_has_arrived()
    {
        var received = Encoding.ASCII.GetBytes(PollServer.Response(200, "\"a\"", Open) + "HTTP/1.1 304");
        var length = received.Length - "HTTP/1.1 304".Length;

        for (var bytes = 0; bytes < length; bytes++) Assert.False(PollResponse.TryRead(received.AsSpan(0, bytes), out _), $"{bytes} bytes");
        Assert.True(PollResponse.TryRead(received, out var response));
        Assert.Equal((200, length, "\"a\"", Open), (response.Status, response.Length, Encoding.ASCII.GetString(response.Tag), Encoding.ASCII.GetString(response.Body)));
        Assert.True(response.IsRight && response.IsChanged);
        Assert.False(PollResponse.TryRead(received.AsSpan(length), out _));
    }

    [Fact]
    public void A_response_to_a_fan_who_has_the_document_has_no_body()
    {
        var received = Encoding.ASCII.GetBytes(PollServer.Response(304, "\"a\"", ""));

        Assert.True(PollResponse.TryRead(received, out var response));
        Assert.Equal((304, received.Length), (response.Status, response.Length));
        Assert.True(response.IsRight && !response.IsChanged);
    }

    [Theory]
    [InlineData(200, "\"a\"", """{"state":"none","drawn":0}""")]
    [InlineData(200, "\"a\"", """{"state":"open","drawn":1""")]
    [InlineData(200, "\"a\"", """{"code":"busy"}""")]
    [InlineData(200, "", Open)]
    [InlineData(500, "\"a\"", Open)]
    [InlineData(503, "", """{"code":"busy"}""")]
    public void Another_response_is_wrong(int status, string tag, string body)
    {
        Assert.True(PollResponse.TryRead(Encoding.ASCII.GetBytes(PollServer.Response(status, tag, body)), out var response));
        Assert.False(response.IsRight);
    }

    [Theory]
    [InlineData("HTTP/1.0 200 OK\r\nContent-Length: 0\r\n\r\n")]
    [InlineData("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n")]
    [InlineData("HTTP/1.1 2\r\nContent-Length: 0\r\n\r\n")]
    [InlineData("hello\r\n\r\n")]
    public void What_is_no_response_with_a_length_is_an_error(string received) =>
        Assert.Throws<InvalidDataException>(() => PollResponse.TryRead(Encoding.ASCII.GetBytes(received), out _));
}
