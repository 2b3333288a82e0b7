using System.Globalization;
using Xunit;

namespace Dugout.Gateway.Tests;

/// <summary>Who does the work in the gateway as it is started: the runtime reads the setting only before its first socket, so only the process itself can show its effect.</summary>
public sealed class SocketThreadsTests
{
    private const int Callers = 8;
    private const int RequestsEach = 400;

    [Theory]
    [InlineData("1", true)]
    [InlineData("0", false)]
    [InlineData(null, true)]
    public async Task The_thread_of_a_socket_event_handles_the_request_unless_the_environment_disables_it(string? said, bool goesOn)
    {
        await using var replica = await Backend.StartAsync("one");
        await using var gateway = await GatewayProcess.StartAsync(said is null ? "unset DOTNET_SYSTEM_NET_SOCKETS_INLINE_COMPLETIONS" : $"export DOTNET_SYSTEM_NET_SOCKETS_INLINE_COMPLETIONS={said}", replica.Address);

        await Task.WhenAll(Enumerable.Range(0, Callers).Select(async _ =>
        {
            for (var n = 0; n < RequestsEach; n++)
                Assert.Equal("one", await gateway.Http.NameAsync());
        }));

        var (sockets, pool) = (TicksOf(gateway.Id, ".NET Sockets"), TicksOf(gateway.Id, ".NET TP Worker"));
        Assert.True(goesOn ? sockets > pool : sockets < pool, $"socket threads {sockets} ticks, pool {pool}");
    }

    /// <summary>The CPU that a process' threads of one name have used.</summary>
    private static long TicksOf(int process, string name) =>
        Directory.GetDirectories($"/proc/{process}/task").Where(task => File.ReadAllText(Path.Combine(task, "comm")).Trim() == name).Sum(task =>
        {
            var fields = File.ReadAllText(Path.Combine(task, "stat")).Split(')')[^1].Split(' ', StringSplitOptions.RemoveEmptyEntries);
            return long.Parse(fields[11], CultureInfo.InvariantCulture) + long.Parse(fields[12], CultureInfo.InvariantCulture);
        });
}
