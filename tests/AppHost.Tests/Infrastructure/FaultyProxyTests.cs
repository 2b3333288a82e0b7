using System.Net;
using System.Net.Sockets;
using System.Text;
using Dugout.Tests.Support;
using Xunit;

namespace Dugout.AppHost.Tests.Infrastructure;

/// <summary>What tests build on that kill a process at a moment of their choice: what is held stays held, also when the proxy ends.</summary>
public sealed class FaultyProxyTests
{
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(30);

    [Fact]
    public async Task A_request_that_is_held_never_arrives()
    {
        using var server = new TcpListener(IPAddress.Loopback, 0);
        server.Start();
        var echo = EchoAsync(server);
        await using (var proxy = new FaultyProxy(((IPEndPoint)server.LocalEndpoint).Port))
        {
            var held = proxy.HoldRequest("buy", 2);
            using var client = new TcpClient("127.0.0.1", proxy.Port);
            await SendAsync(client, "buy 1");
            Assert.Equal("buy 1", await ReadAsync(client));

            await SendAsync(client, "buy 2");
            await held.WaitAsync(Patience, TestContext.Current.CancellationToken);
            proxy.Cut();
        }

        Assert.Equal("buy 1", await echo.WaitAsync(Patience, TestContext.Current.CancellationToken));
    }

    [Fact]
    public async Task When_an_answer_is_held_the_request_has_arrived_and_the_answer_has_not()
    {
        using var server = new TcpListener(IPAddress.Loopback, 0);
        server.Start();
        var echo = EchoAsync(server);
        using var client = new TcpClient();
        Task<string> answer;
        await using (var proxy = new FaultyProxy(((IPEndPoint)server.LocalEndpoint).Port))
        {
            var held = proxy.HoldAnswer("buy");
            await client.ConnectAsync(IPAddress.Loopback, proxy.Port, TestContext.Current.CancellationToken);
            await SendAsync(client, "look");
            Assert.Equal("look", await ReadAsync(client));

            await SendAsync(client, "buy");
            answer = ReadAsync(client);
            await held.WaitAsync(Patience, TestContext.Current.CancellationToken);
            proxy.Cut();
        }

        Assert.Equal("lookbuy", await echo.WaitAsync(Patience, TestContext.Current.CancellationToken));
        Assert.Equal("", await answer.WaitAsync(Patience, TestContext.Current.CancellationToken));
    }

    /// <summary>Sends back what one client sends, until it hangs up.</summary>
    /// <returns>All of it.</returns>
    private static async Task<string> EchoAsync(TcpListener server)
    {
        using var client = await server.AcceptTcpClientAsync();
        var all = new StringBuilder();
        while (await ReadAsync(client) is { Length: > 0 } text)
        {
            all.Append(text);
            await SendAsync(client, text);
        }

        return all.ToString();
    }

    private static async Task SendAsync(TcpClient client, string text) => await client.GetStream().WriteAsync(Encoding.UTF8.GetBytes(text));

    /// <summary>What comes next; empty at the end.</summary>
    private static async Task<string> ReadAsync(TcpClient client)
    {
        var buffer = new byte[100];
        try
        {
            return Encoding.UTF8.GetString(buffer, 0, await client.GetStream().ReadAsync(buffer));
        }
        catch (IOException)
        {
            return "";
        }
    }
}
