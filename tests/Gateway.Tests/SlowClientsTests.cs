using System.Diagnostics;
using System.Net;
using System.Net.Sockets;
using System.Text;
using Xunit;

namespace Dugout.Gateway.Tests;

/// <summary>Clients that take their time, many of each kind at once: each is let go within its limit, and everybody else is served meanwhile.</summary>
public sealed class SlowClientsTests
{
    private const int Clients = 200;
    private static readonly TimeSpan Limit = TimeSpan.FromSeconds(2);

    /// <summary>Many times what the longest limit is.</summary>
    private static readonly TimeSpan Longest = TimeSpan.FromSeconds(100);

    /// <summary>The server looks once a second who is too slow.</summary>
    private static readonly TimeSpan Look = TimeSpan.FromSeconds(2);

    private static readonly (string Name, string Value)[] Short = [("Gateway:HeaderSeconds", "2"), ("Gateway:GraceSeconds", "2"), ("Gateway:IdleSeconds", "5")];

    [Fact]
    public async Task Slow_headers_are_aborted_and_other_requests_served() => await TrickleAsync("GET /api/name HTTP/1.1\r\nHost: shop\r\nX-Slow: ");

    [Fact]
    public async Task A_slow_request_line_is_aborted() => await TrickleAsync("GET /api/");

    [Fact]
    public async Task A_slow_body_is_aborted() => await TrickleAsync("POST /api/echo HTTP/1.1\r\nHost: shop\r\nContent-Length: 60000\r\n\r\n");

    [Fact]
    public async Task A_slow_chunked_body_is_aborted() => await TrickleAsync("POST /api/echo HTTP/1.1\r\nHost: shop\r\nTransfer-Encoding: chunked\r\n\r\nffff\r\n");

    /// <summary>The gateway itself may have been the slow one: it never says that a request is wrong whose body it has not seen in time.</summary>
    [Fact]
    public async Task A_body_that_does_not_arrive_in_time_gets_busy()
    {
        await using var one = await Backend.StartAsync("one");
        await using var gateway = Rig.ServedGateway([one.Address], Short);
        using var http = gateway.CreateClient();
        Assert.Equal("one", await http.NameAsync());

        using var client = await ConnectAsync(http.BaseAddress!);
        await client.GetStream().WriteAsync("POST /api/echo HTTP/1.1\r\nHost: shop\r\nContent-Length: 60000\r\n\r\n"u8.ToArray());
        var answer = await EndAsync(client).WaitAsync(Longest);

        Assert.StartsWith("HTTP/1.1 503 ", answer, StringComparison.Ordinal);
        Assert.Contains("\"code\":\"busy\"", answer, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Idle_connections_are_closed_and_other_requests_served()
    {
        await using var one = await Backend.StartAsync("one");

        var ends = await TogetherAsync(one, async gateway =>
        {
            using var client = await ConnectAsync(gateway);
            await client.GetStream().WriteAsync("GET /api/name HTTP/1.1\r\nHost: shop\r\n\r\n"u8.ToArray());
            var waited = Stopwatch.StartNew();
            Assert.StartsWith("HTTP/1.1 200 ", await EndAsync(client).WaitAsync(Longest), StringComparison.Ordinal);
            return waited.Elapsed;
        });

        Assert.All(ends, end => Assert.InRange(end, TimeSpan.FromSeconds(3), TimeSpan.FromSeconds(50)));
    }

    [Fact]
    public async Task Responses_that_clients_do_not_read_are_aborted_and_other_requests_served()
    {
        await using var one = await Backend.StartAsync("one");

        await TogetherAsync(one, async gateway =>
        {
            using var client = await ConnectAsync(gateway);
            await client.GetStream().WriteAsync("GET /api/flood HTTP/1.1\r\nHost: shop\r\n\r\n"u8.ToArray());
            var waited = Stopwatch.StartNew();
            // The first byte that a client reads would let the response continue.
            for (; one.FloodsEnded < Clients; await Task.Delay(50))
                Assert.True(waited.Elapsed < Longest, $"{one.FloodsEnded} of {Clients} unread responses ended.");
            await EndAsync(client).WaitAsync(Longest);
            return waited.Elapsed;
        });

        Assert.Equal(Clients, one.FloodsEnded);
    }

    /// <summary>Connections are rejected at the limit, and accepted again when one closes.</summary>
    [Fact]
    public async Task More_connections_than_the_limit_are_closed_at_once()
    {
        await using var one = await Backend.StartAsync("one");
        await using var gateway = Rig.ServedGateway([one.Address], ("Gateway:Connections", "3"));
        using var http = gateway.CreateClient();
        Assert.Equal("one", await http.NameAsync());
        var open = new List<TcpClient>();
        for (var i = 0; i < 2; i++)
            open.Add(await ConnectAsync(http.BaseAddress!));
        // They count from when the server has taken them, which an answer shows.
        foreach (var client in open)
        {
            await client.GetStream().WriteAsync("GET /api/name HTTP/1.1\r\nHost: shop\r\n\r\n"u8.ToArray());
            Assert.True(await client.GetStream().ReadAsync(new byte[1024]) > 0);
        }

        using (var fourth = await ConnectAsync(http.BaseAddress!))
            Assert.Equal("", await EndAsync(fourth));

        open.ForEach(client => client.Dispose());
        for (var waited = Stopwatch.StartNew(); ; Assert.True(waited.Elapsed < TimeSpan.FromSeconds(30)))
        {
            using var next = await ConnectAsync(http.BaseAddress!);
            try
            {
                await next.GetStream().WriteAsync("GET /api/name HTTP/1.1\r\nHost: shop\r\nConnection: close\r\n\r\n"u8.ToArray());
            }
            catch (IOException)
            {
                // Turned away still.
            }

            if ((await EndAsync(next)).StartsWith("HTTP/1.1 200 ", StringComparison.Ordinal))
                break;
        }
    }

    /// <summary>Many send the beginning and then a byte every now and then.</summary>
    private static async Task TrickleAsync(string beginning)
    {
        await using var one = await Backend.StartAsync("one");

        var ends = await TogetherAsync(one, gateway => TrickleAsync(gateway, beginning));

        Assert.True(ends.Max() < 10 * (Limit + Look), $"The last one was let go after {ends.Max().TotalSeconds:0.0} s; the goal is {(Limit + Look).TotalSeconds:0}.");
    }

    /// <summary>Many slow clients of one kind, while others ask.</summary>
    /// <returns>How long each was borne.</returns>
    private static async Task<IReadOnlyList<TimeSpan>> TogetherAsync(Backend one, Func<Uri, Task<TimeSpan>> slowly)
    {
        await using var gateway = Rig.ServedGateway([one.Address], Short);
        using var http = gateway.CreateClient();
        await Rig.ReadyAsync(http);

        var slow = Task.WhenAll(Enumerable.Range(0, Clients).Select(_ => slowly(http.BaseAddress!)));
        var served = 0;
        var slowest = TimeSpan.Zero;
        while (!slow.IsCompleted)
        {
            var since = Stopwatch.StartNew();
            using var answer = await http.GetAsync(new Uri("/api/name", UriKind.Relative));
            Assert.Equal(HttpStatusCode.OK, answer.StatusCode);
            slowest = new[] { slowest, since.Elapsed }.Max();
            served++;
            await Task.Delay(10);
        }

        var ends = await slow;
        Assert.True(served > 0);
        TestContext.Current.SendDiagnosticMessage(
            $"{Clients} slow clients: let go after {ends.Min().TotalSeconds:0.0} to {ends.Max().TotalSeconds:0.0} s; {served} others served, the slowest in {slowest.TotalMilliseconds:0} ms");
        return ends;
    }

    /// <summary>How long one was borne.</summary>
    private static async Task<TimeSpan> TrickleAsync(Uri gateway, string beginning)
    {
        using var client = await ConnectAsync(gateway);
        // Asked for once: a connection that was reset hands out no stream any more.
        var (since, stream) = (Stopwatch.StartNew(), client.GetStream());
        await stream.WriteAsync(Encoding.Latin1.GetBytes(beginning));
        var end = EndAsync(client);
        try
        {
            while (!end.IsCompleted && since.Elapsed < TimeSpan.FromMinutes(2))
            {
                await stream.WriteAsync("a"u8.ToArray());
                await Task.WhenAny(end, Task.Delay(200));
            }
        }
        catch (IOException)
        {
            // It hung up.
        }

        var answer = await end.WaitAsync(TimeSpan.FromMinutes(2));
        Assert.DoesNotContain(" 200 ", answer, StringComparison.Ordinal);
        return since.Elapsed;
    }

    private static async Task<TcpClient> ConnectAsync(Uri gateway)
    {
        var client = new TcpClient { NoDelay = true };
        await client.ConnectAsync(gateway.Host, gateway.Port);
        return client;
    }

    /// <summary>What comes until the gateway closes the connection.</summary>
    private static async Task<string> EndAsync(TcpClient client)
    {
        var (answer, stream) = (new StringBuilder(), client.GetStream());
        var chunk = new byte[1024];
        try
        {
            int read;
            while ((read = await stream.ReadAsync(chunk)) > 0)
                answer.Append(Encoding.Latin1.GetString(chunk, 0, read));
        }
        catch (IOException)
        {
            // Reset is closed, too.
        }

        return answer.ToString();
    }
}
