using System.Text.Json;
using System.Text.Json.Serialization;
using System.Text.RegularExpressions;
using Dugout.Infrastructure.Run;
using Dugout.Load.Client;

namespace Dugout.Load.Running;

/// <summary>The addresses of the system under load, as its AppHost wrote them when everything was ready.</summary>
/// <param name="Gateway">Address of the gateway; all load goes through it.</param>
/// <param name="Primary">Read-only connection string of the primary database, for the checks after a run.</param>
/// <param name="Source">The file this was read from, for messages.</param>
internal sealed partial record RunningSystem(Uri Gateway, string Primary, string Source)
{
    /// <summary>The rest of the file: the replicas, the account of baseline statements, Redis, every process. Only costs need it.</summary>
    public required AppHostFile Contents { get; init; }

    private const string Operator = "admin@dugout.test";
    private const string OperatorPassword = "DUGOUT_OPERATOR_PASSWORD";
    private const string FileInCheckout = ".run/apphost.json";

    /// <summary>Reads the named file, or else the one of the checkout around the current folder or around this program.</summary>
    /// <exception cref="NoSystemException">There is no such file, or it was not written by an AppHost.</exception>
    public static RunningSystem Find(string? named)
    {
        if (named is not null && string.IsNullOrWhiteSpace(named)) throw new NoSystemException("no system is up: --apphost names no file");
        var file = named is not null ? Path.GetFullPath(named) : FileOfCheckout(Directory.GetCurrentDirectory()) ?? FileOfCheckout(AppContext.BaseDirectory);
        if (file is null) throw new NoSystemException($"no system is up: no {FileInCheckout} in this checkout (start one with: dotnet run --project AppHost)");
        if (!File.Exists(file)) throw new NoSystemException($"no system is up: {file} does not exist");
        return Read(file);
    }

    /// <summary>The file of the checkout around a folder; null when there is no checkout, or no system of it is running.</summary>
    public static string? FileOfCheckout(string folder) =>
        Checkout.Around(folder) is { } root && Path.Combine(root, FileInCheckout) is var file && File.Exists(file) ? file : null;

    /// <summary>Ensures that an experiment has the machine to itself.</summary>
    /// <exception cref="NoSystemException">A system of this checkout is running.</exception>
    public static void EnsureNoneRuns(string home)
    {
        if (FileOfCheckout(home) is not { } file) return;
        var alive = Read(file).Contents.Resources?.Where(resource => resource.Value.Pid is { } process && Directory.Exists($"/proc/{process}")).Select(resource => resource.Key).ToList();
        if (alive is { Count: > 0 }) throw new NoSystemException($"a system of this checkout is running ({file}: {string.Join(", ", alive)}) and would share the machine: stop it first");
    }

    /// <summary>Probes the gateway, so that no load goes to another server: it must respond as a shop does.</summary>
    /// <exception cref="NoSystemException">It does not, or nothing responds.</exception>
    public async Task EnsureItIsOursAsync(ShopClient shop)
    {
        switch (await shop.IsShopAsync())
        {
            case null: throw new NoSystemException($"no system is up: {Gateway} of {Source} does not respond");
            case false: throw new NoSystemException($"{Gateway} of {Source} is not a Dugout: its response has neither the name of a server nor a problem code");
        }
    }

    /// <summary>Signs in the seeded operator. The migrator's log shows the password once; where the data are older than the log, the environment variable has it.</summary>
    /// <returns>The access token.</returns>
    /// <exception cref="NoSystemException">The password is unknown or wrong.</exception>
    public async Task<string> SignInOperatorAsync(ShopClient shop)
    {
        var log = Path.Combine(Path.GetDirectoryName(Source)!, "logs", "migrator.log");
        var password = Environment.GetEnvironmentVariable(OperatorPassword)
            ?? (File.Exists(log) && ShownPassword().Match(await File.ReadAllTextAsync(log)) is { Success: true } shown ? shown.Groups["password"].Value : null)
            ?? throw new NoSystemException($"the password of {Operator} is not in {log}: set {OperatorPassword}, or start with --reset");
        var response = await shop.SignInAsync(Operator, password);
        return response.Body?.AccessToken ?? throw new NoSystemException($"{Operator} could not sign in: {response.Status} {response.Detail}".TrimEnd());
    }

    [GeneratedRegex(@"The password of admin@dugout\.test is (?<password>\w+)")]
    private static partial Regex ShownPassword();

    private static RunningSystem Read(string file)
    {
        try
        {
            var content = JsonSerializer.Deserialize(File.ReadAllBytes(file), RunningSystemJson.Default.AppHostFile);
            if (content is { Gateway: { IsAbsoluteUri: true, Scheme: "http" or "https" } gateway, Database.Primary: { Length: > 0 } primary })
            {
                var stranger = (content.Resources ?? new Dictionary<string, AppHostResource>()).Values.Select(resource => resource.Url).Append(gateway).FirstOrDefault(url => url is { IsLoopback: false });
                return stranger is null
                    ? new RunningSystem(gateway, primary, file) { Contents = content }
                    : throw new NoSystemException($"{stranger} of {file} is not on this machine: load is only sent to this machine");
            }
        }
        catch (Exception unreadable) when (unreadable is JsonException or IOException or UnauthorizedAccessException)
        {
            throw new NoSystemException($"no system is up: {file} cannot be read ({unreadable.GetType().Name})");
        }

        throw new NoSystemException($"no system is up: {file} names no http gateway or no primary database");
    }
}

/// <summary>The members of <c>apphost.json</c> that the load program reads; the others are ignored.</summary>
internal sealed record AppHostFile(Uri? Gateway, AppHostDatabase? Database, string? Redis = null, Uri? Dashboard = null, IReadOnlyDictionary<string, AppHostResource>? Resources = null)
{
    /// <summary>Whether a resource of this name is a replica of the API.</summary>
    public static bool IsApi(string resource) => resource.StartsWith("api-", StringComparison.Ordinal);

    /// <summary>The replicas of the API, by name; none where the file names no resources.</summary>
    public IEnumerable<KeyValuePair<string, AppHostResource>> ApiReplicas() => Resources?.Where(resource => IsApi(resource.Key)) ?? [];

    /// <summary>The process ids of the running replicas, by name.</summary>
    public IEnumerable<KeyValuePair<string, int>> ApiProcesses() =>
        ApiReplicas().Where(replica => replica.Value.Pid is not null).Select(replica => KeyValuePair.Create(replica.Key, replica.Value.Pid!.Value));
}

/// <summary>The databases of a running system.</summary>
/// <param name="Primary">Connection string of a read-only account.</param>
/// <param name="Replicas">The same, for each replica.</param>
/// <param name="Bare">Connection string, on the primary, of an account that reads, with a separate schema for the baselines.</param>
internal sealed record AppHostDatabase(string? Primary, IReadOnlyList<string>? Replicas = null, string? Bare = null);

/// <summary>One process of a running system.</summary>
internal sealed record AppHostResource(string? State = null, int? Pid = null, Uri? Url = null);

[JsonSourceGenerationOptions(PropertyNamingPolicy = JsonKnownNamingPolicy.CamelCase)]
[JsonSerializable(typeof(AppHostFile))]
internal sealed partial class RunningSystemJson : JsonSerializerContext;
