using System.Text.Json.Nodes;
using Dugout.Tests.Support;
using Xunit;
using static Dugout.AppHost.Tests.Infrastructure.Publishing.YamlReader;

namespace Dugout.AppHost.Tests.Infrastructure.Publishing;

/// <summary>The files of a system on a Galera cluster and a Redis Cluster, written once for all tests.</summary>
public sealed class PublishedClusters : IAsyncLifetime
{
    private readonly TestFolder _folder = new();

    /// <summary>The services for Compose, by name.</summary>
    internal Dictionary<string, JsonObject> Services { get; private set; } = [];

    /// <summary>The objects for Kubernetes, with their files.</summary>
    internal List<(string File, JsonObject One)> Objects { get; } = [];

    public async ValueTask InitializeAsync()
    {
        await using var appHost = AppHostProcess.Start(
            Path.Combine(_folder.Path, "run"), "--operation", "publish", "--output-path", Out, "--engine", "mariadb", "--database", "galera", "--redis", "cluster");
        var code = await appHost.EndAsync();
        Assert.True(code == 0, appHost.Output);

        Services = Members(YamlReader.Read(Text("compose/compose.yaml")).Single()["services"]);
        foreach (var file in Directory.EnumerateFiles(Path.Combine(Out, "kubernetes"), "*.yaml").Order(StringComparer.Ordinal))
            Objects.AddRange(YamlReader.Read(await File.ReadAllTextAsync(file)).Select(one => (Path.GetFileName(file), one)));
    }

    public ValueTask DisposeAsync()
    {
        _folder.Dispose();
        return ValueTask.CompletedTask;
    }

    /// <summary>The text of a file.</summary>
    internal string Text(string path) => File.ReadAllText(Path.Combine(Out, path));

    /// <summary>Everything that was written.</summary>
    internal string All => string.Concat(Directory.EnumerateFiles(Out, "*", SearchOption.AllDirectories).Select(File.ReadAllText));

    /// <summary>The settings of an option file or of a configuration of Redis, by name.</summary>
    internal static Dictionary<string, string> Settings(string text) => text.Split('\n', StringSplitOptions.TrimEntries | StringSplitOptions.RemoveEmptyEntries)
        .Where(line => line[0] is not '#' and not '[').Select(line => line.Split((char[])['=', ' '], 2, StringSplitOptions.TrimEntries))
        .ToDictionary(setting => setting[0], setting => setting.Length > 1 ? setting[1].TrimStart('=', ' ') : "");

    /// <summary>The object of a kind with a name.</summary>
    internal JsonObject Object(string kind, string name) => Objects.Single(pair => pair.One["kind"]!.ToString() == kind && pair.One["metadata"]!["name"]!.ToString() == name).One;

    private string Out => Path.Combine(_folder.Path, "out");
}
