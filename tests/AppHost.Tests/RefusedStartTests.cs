using System.Net;
using System.Net.Sockets;
using Dugout.Tests.Support;
using Xunit;

namespace Dugout.AppHost.Tests;

/// <summary>A start that cannot be is refused in one line, before anything was written or started.</summary>
public sealed class RefusedStartTests
{
    [Fact]
    public async Task A_taken_port_is_one_clear_line()
    {
        using var folder = new TestFolder();
        using var taken = new TcpListener(IPAddress.Loopback, 0);
        taken.Start();
        var port = ((IPEndPoint)taken.LocalEndpoint).Port;

        await using var refused = AppHostProcess.Start(folder.Path, port);

        Assert.Equal(1, await refused.EndAsync());
        Assert.Contains($"{port}", refused.Output, StringComparison.Ordinal);
        Assert.DoesNotContain("   at ", refused.Output, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("--seats", "--seats")]
    [InlineData("--replicas=none", "none")]
    [InlineData("--replicas=0", "--replicas")]
    [InlineData("--accounts=1000001", "1000001")]
    [InlineData("--season=soon", "soon")]
    [InlineData("--servers=cloud", "cloud")]
    [InlineData("--servers=external", "--mysql")]
    [InlineData("--mysql=Server=127.0.0.1;Wrong=1", "--redis")]
    [InlineData("--engine=oracle", "oracle")]
    [InlineData("--database=ring", "ring")]
    [InlineData("--mysql-download=stable", "stable")]
    [InlineData("--redis=clustered", "clustered")]
    [InlineData("--dashboard=maybe", "maybe")]
    [InlineData("--restarts=perhaps", "perhaps")]
    [InlineData("--volume=huge", "huge")]
    public async Task A_setting_that_cannot_be_read_is_one_line_that_names_it(string setting, string named)
    {
        using var folder = new TestFolder();

        await using var refused = AppHostProcess.Start(folder.Path, setting);

        Assert.Contains(await refused.EndAsync(), (int[])[1, 64]);
        var line = Assert.Single(refused.Lines);
        Assert.Contains(named, line, StringComparison.Ordinal);
        Assert.Empty(Directory.Exists(folder.Path) ? Directory.GetFileSystemEntries(folder.Path) : []);
    }

    [Theory]
    [InlineData("pair", "mysql-cluster.json", "--database galera")]
    [InlineData("galera", "mysql-primary", "--database pair")]
    public async Task Data_of_the_other_topology_are_left_alone(string database, string kept, string named)
    {
        using var folder = new TestFolder();
        File.WriteAllText(Path.Combine(folder.Path, "dugout-run-folder"), "");
        Directory.CreateDirectory(Path.Combine(folder.Path, kept));
        if (Path.HasExtension(kept))
        {
            Directory.Delete(Path.Combine(folder.Path, kept));
            File.WriteAllText(Path.Combine(folder.Path, kept), "{}");
        }

        await using var refused = AppHostProcess.Start(folder.Path, $"--database={database}");

        Assert.Equal(1, await refused.EndAsync());
        Assert.Contains(refused.Lines, line => line.Contains(named, StringComparison.Ordinal));
        Assert.DoesNotContain("   at ", refused.Output, StringComparison.Ordinal);
        Assert.True(Path.Exists(Path.Combine(folder.Path, kept)));
    }
}
