using System.Net;
using System.Net.Sockets;
using System.Text;
using Xunit;

namespace Dugout.Gateway.Tests.Caching;

/// <summary>Cached responses sent before the pipeline: the same as in it, at less cost.</summary>
[Collection(nameof(Alone))]
public sealed class ShortCircuitTests(SharedRedis redis) : IClassFixture<SharedRedis>
{
    /// <summary>Such a request reaches the pipeline, which serves it from memory, too.</summary>
    private const string ThroughPipeline = "Cache-Control: max-age=3600\r\n";

    private readonly byte[] _received = new byte[1 << 16];

    [Theory]
    [InlineData("")]
    [InlineData("If-None-Match: \"one\"\r\n")]
    [InlineData("If-None-Match: \"other\"\r\n")]
    [InlineData("If-None-Match: \"not a tag\"\r\n")]
    [InlineData("If-None-Match: W/\"one\"\r\n")]
    [InlineData("If-None-Match: \"other\", \"one\"\r\n")]
    [InlineData("If-None-Match: \"other\"\r\nIf-None-Match: \"one\"\r\n")]
    public async Task A_response_before_the_pipeline_is_byte_for_byte_that_of_the_pipeline(string condition)
    {
        await using var rig = await CachingRig.StartHearingAsync(redis);
        rig.Replica.Headers["Content-Language"] = "ko";
        await rig.GetAsync();
        using var connection = Connect(rig);

        // The age, which changes once a second, and the date are those of the same second in one of a few attempts.
        var (response, expected) = ("", "-");
        for (var attempt = 0; attempt < 5 && response != expected; attempt++)
            (response, expected) = (Exchange(connection, RequestOf(condition)), Exchange(connection, RequestOf(condition + ThroughPipeline)));

        Assert.Equal(expected, response);
        Assert.Contains("X-Served-By: gateway", response, StringComparison.Ordinal);
        Assert.Contains("\r\nAge: ", response, StringComparison.Ordinal);
        Assert.Single(rig.Replica.Requests);
    }

    [Fact]
    public async Task A_response_before_the_pipeline_allocates_at_most_1_KiB()
    {
        const int Requests = 5_000;
        await using var rig = await CachingRig.StartHearingAsync(redis);
        await rig.GetAsync();
        using var connection = Connect(rig);
        var request = RequestOf("");
        for (var n = 0; n < Requests / 10; n++)
            ExchangeBytes(connection, request);

        var before = GC.GetTotalAllocatedBytes(precise: true);
        for (var n = 0; n < Requests; n++)
            ExchangeBytes(connection, request);
        var each = (GC.GetTotalAllocatedBytes(precise: true) - before) / Requests;

        TestContext.Current.SendDiagnosticMessage($"{each} bytes a request.");
        Assert.InRange(each, 0, 1_024);
        Assert.Single(rig.Replica.Requests);
    }

    private static byte[] RequestOf(string headers) => Encoding.ASCII.GetBytes($"GET {CachingRig.Games} HTTP/1.1\r\nHost: shop\r\n{headers}\r\n");

    private static Socket Connect(CachingRig rig)
    {
        var socket = new Socket(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp) { NoDelay = true };
        socket.Connect(IPAddress.Loopback, rig.Http.BaseAddress!.Port);
        return socket;
    }

    private string Exchange(Socket connection, byte[] request) => Encoding.ASCII.GetString(_received, 0, ExchangeBytes(connection, request));

    /// <summary>Sends a request and receives the response, which is small enough to arrive as one segment.</summary>
    private int ExchangeBytes(Socket connection, byte[] request)
    {
        connection.Send(request);
        return connection.Receive(_received);
    }
}
