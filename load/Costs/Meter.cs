using System.Diagnostics;
using System.Globalization;
using System.Text.Json;
using System.Text.RegularExpressions;
using CliWrap;
using CliWrap.Buffered;
using Dugout.Load.Baselines;
using Dugout.Load.Client;
using Dugout.Load.Measuring;
using Dugout.Load.Running;
using MySqlConnector;
using StackExchange.Redis;

namespace Dugout.Load.Costs;

/// <summary>
/// Reads the total use of every process of the system. The cost of the reading itself is excluded: servers are queried before the processors at the
/// beginning of a trial and after them at its end, and the one query in between is subtracted.
/// </summary>
internal sealed partial class Meter : IAsyncDisposable
{
    private readonly HttpClient _http = new();
    private readonly Dictionary<Measure, int[]> _processes;
    private readonly List<MySqlConnection> _servers = [];
    private readonly int[] _sqlPorts;
    private readonly ConnectionMultiplexer _redis;
    private readonly Uri[] _api;
    private readonly Uri? _bare;

    private Meter(AppHostFile system, BaselineProcess? baseline, ConnectionMultiplexer redis)
    {
        var processes = system.Resources!.Where(resource => resource.Value.Pid is not null).ToList();
        _processes = new()
        {
            [Measure.Api] = Of("api-"),
            [Measure.Baseline] = baseline is null ? [] : [baseline.Id],
            [Measure.Primary] = Of("mysql-primary"),
            [Measure.Replica] = Of("mysql-replica"),
            [Measure.Redis] = Of("redis"),
            [Measure.Gateway] = Of("gateway"),
            [Measure.Worker] = Of("worker"),
        };
        _api = [.. processes.Where(process => AppHostFile.IsApi(process.Key)).Select(process => new Uri(process.Value.Url!, "health/usage"))];
        _bare = baseline is null ? null : new Uri(baseline.Kestrel, BaselineProgram.Usage);
        _sqlPorts = [.. processes.Where(process => process.Key.StartsWith("mysql-", StringComparison.Ordinal)).Select(process => process.Value.Url!.Port)];
        _redis = redis;

        int[] Of(string name) => [.. processes.Where(process => process.Key.StartsWith(name, StringComparison.Ordinal)).Select(process => process.Value.Pid!.Value)];
    }

    /// <summary>Connects to every server.</summary>
    public static async Task<Meter> OpenAsync(AppHostFile system, BaselineProcess? baseline = null)
    {
        var meter = new Meter(system, baseline, await ConnectionMultiplexer.ConnectAsync($"{system.Redis},allowAdmin=true"));
        foreach (var address in (string[])[system.Database!.Primary!, .. system.Database.Replicas ?? []])
        {
            var connection = new MySqlConnection(address);
            await connection.OpenAsync();
            meter._servers.Add(connection);
        }

        return meter;
    }

    /// <summary>Whether all API replicas were built with optimization.</summary>
    public async Task<bool> IsOptimizedAsync() => (await Task.WhenAll(_api.Select(UsageAsync))).All(usage => usage.IsOptimized);

    /// <summary>Sends nothing for a while and returns what was used meanwhile.</summary>
    public Task<Trial> IdleAsync(TimeSpan during) => MeasureAsync(null, 0, async () =>
    {
        await Task.Delay(during);
        return (0, 0);
    });

    /// <summary>Sends requests and returns what was used meanwhile, and the response bodies. The cost of a purchase includes its later processing.</summary>
    /// <param name="variant">The variant.</param>
    /// <param name="requests">The requests.</param>
    /// <param name="loop">Sends them.</param>
    /// <param name="checks">Connection string of the primary, for the wait until the outbox is empty.</param>
    /// <exception cref="NotMeasuredException">A response was not the one to be measured.</exception>
    public async Task<(Trial Trial, byte[][] Bodies)> SendAsync(Variant variant, Request[] requests, ClosedLoop loop, string checks)
    {
        byte[][] bodies = [];
        var trial = await MeasureAsync(variant, requests.Length, async () =>
        {
            (bodies, var time) = await loop.TimedAsync(requests);
            if (variant is { Step: Goals.Reserve, Kind: Kind.Shop or Kind.Gateway }) await Outbox.EmptyAsync(checks);
            return (bodies.Sum(body => (long)body.Length), time);
        });
        return (trial, bodies);
    }

    /// <summary>Runs an action and returns what was used meanwhile.</summary>
    /// <param name="variant">The variant.</param>
    /// <param name="requests">The number of requests it makes.</param>
    /// <param name="run">Returns the bytes received, and the sum of the response times in µs.</param>
    private async Task<Trial> MeasureAsync(Variant? variant, int requests, Func<Task<(long Bytes, double Microseconds)>> run)
    {
        var isShop = variant?.Kind is Kind.Shop or Kind.Gateway;
        var before = await QueryServersAsync(isShop);
        ReadProcessors(before);
        var begun = Stopwatch.GetTimestamp();
        var (bytes, time) = await run();
        var seconds = Stopwatch.GetElapsedTime(begun).TotalSeconds;
        var processors = new double[before.Length];
        ReadProcessors(processors);
        var after = await QueryServersAsync(isShop);

        var used = after.Zip(processors, before).Select(value => value.First + value.Second - value.Third).ToArray();
        used[(int)Measure.ResponseBytes] = bytes;
        used[(int)Measure.ResponseTime] = time;
        used[(int)Measure.Statements] -= _servers.Count;
        used[(int)Measure.RedisCommands]--;
        used[(int)Measure.SqlTrips] -= _servers.Count;
        used[(int)Measure.RedisTrips]--;
        return new Trial(variant, requests, seconds, used);
    }

    public async ValueTask DisposeAsync()
    {
        _http.Dispose();
        _redis.Dispose();
        foreach (var server in _servers) await server.DisposeAsync();
    }

    private void ReadProcessors(double[] values)
    {
        foreach (var (measure, processes) in _processes) values[(int)measure] = processes.Sum(Processor.Microseconds);
    }

    private async Task<double[]> QueryServersAsync(bool isShop)
    {
        var values = new double[Enum.GetValues<Measure>().Length];
        foreach (var server in _servers)
        {
            using var command = new MySqlCommand("SHOW GLOBAL STATUS WHERE Variable_name IN ('Questions', 'Bytes_sent', 'Bytes_received')", server);
            using var reader = await command.ExecuteReaderAsync();
            while (await reader.ReadAsync())
            {
                var measure = reader.GetString(0) == "Questions" ? Measure.Statements : Measure.SqlBytes;
                values[(int)measure] += double.Parse(reader.GetString(1), CultureInfo.InvariantCulture);
            }
        }

        var info = await _redis.GetServer(_redis.GetEndPoints()[0]).InfoAsync("stats");
        var stats = info.SelectMany(section => section).ToDictionary(pair => pair.Key, pair => pair.Value);
        values[(int)Measure.RedisCommands] = Number("total_commands_processed");
        values[(int)Measure.RedisBytes] = Number("total_net_input_bytes") + Number("total_net_output_bytes");
        values[(int)Measure.RedisTrips] = Number("total_reads_processed");
        values[(int)Measure.SqlTrips] = await SendsAsync();
        values[(int)Measure.Allocated] = isShop || _bare is null
            ? (await Task.WhenAll(_api.Select(UsageAsync))).Sum(usage => usage.AllocatedBytes)
            : double.Parse(await _http.GetStringAsync(_bare), CultureInfo.InvariantCulture);
        return values;

        double Number(string name) => double.Parse(stats.GetValueOrDefault(name, "0"), CultureInfo.InvariantCulture);
    }

    private async Task<Usage> UsageAsync(Uri address)
    {
        using var response = await _http.GetAsync(address);
        if (!response.IsSuccessStatusCode) throw new NoSystemException($"{address} did not respond: costs are read from a system in Development, as the AppHost starts it");
        return JsonSerializer.Deserialize<Usage>(await response.Content.ReadAsByteArrayAsync(), JsonSerializerOptions.Web)!;
    }

    /// <summary>
    /// The number of writes to the connections of the SQL servers. On the loopback device a statement is one segment, unless it has more than 64 KB.
    /// Not a number where the machine lacks ss.
    /// </summary>
    private async Task<double> SendsAsync()
    {
        try
        {
            var ss = await new Command("ss").WithArguments(["-tinHO", string.Join(" or ", _sqlPorts.Select(port => $"dport = :{port}"))])
                .WithValidation(CommandResultValidation.None).ExecuteBufferedAsync();
            return Sends().Matches(ss.StandardOutput).Sum(match => double.Parse(match.Groups[1].Value, CultureInfo.InvariantCulture));
        }
        catch (System.ComponentModel.Win32Exception)
        {
            return double.NaN;
        }
    }

    [GeneratedRegex(@"data_segs_out:(\d+)")]
    private static partial Regex Sends();

    private sealed record Usage(bool IsOptimized, long AllocatedBytes);
}
