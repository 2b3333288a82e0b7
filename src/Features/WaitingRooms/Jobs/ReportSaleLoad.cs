using System.Globalization;
using Microsoft.Extensions.Hosting;
using Microsoft.Extensions.Logging;
using Microsoft.Extensions.Options;
using StackExchange.Redis;

namespace Dugout.Features.WaitingRooms;

/// <summary>Reports before each admission to the workers what this API replica measured of holds and reservations. Without a waiting room it sends nothing.</summary>
internal sealed class ReportSaleLoad(
    SaleLoad load, ProcessLoad process, RoomCopies rooms, RedisStore redis, TimeProvider clock, IOptions<WaitingRoomsOptions> options, ILogger<ReportSaleLoad> log) : BackgroundService
{
    /// <summary>How many ticks a report counts, for the case that the next one is late.</summary>
    private const int FreshTicks = 3;
    private static readonly TimeSpan Life = TimeSpan.FromMinutes(1);

    private readonly string _field = $"{Environment.MachineName}/{Environment.ProcessId}/{Guid.NewGuid():N}";
    private bool _isFirst = true;

    /// <summary>What all replicas reported in the last ticks.</summary>
    /// <exception cref="RedisUnavailableException">Redis is unavailable.</exception>
    public static async Task<SaleLoad.Report> ReadAsync(RedisStore redis, TimeProvider clock, TimeSpan tick, CancellationToken cancellation)
    {
        var since = (clock.GetUtcNow() - (FreshTicks * tick)).ToUnixTimeMilliseconds();
        var entries = await redis.QueryAsync("read sale load", database => database.HashGetAllAsync(WaitingRoomsRedisKeys.Load, CommandFlags.DemandMaster), cancellation);
        return SaleLoad.Report.Of(entries.Select(entry => entry.Value.ToString().Split(' '))
            .Where(parts => long.Parse(parts[0], CultureInfo.InvariantCulture) >= since)
            .Select(parts => new SaleLoad.Report(
                int.Parse(parts[1], CultureInfo.InvariantCulture), int.Parse(parts[2], CultureInfo.InvariantCulture), Number(parts, 3), Number(parts, 4), Number(parts, 5))));
    }

    /// <summary>Reports once.</summary>
    /// <exception cref="RedisUnavailableException">Redis is unavailable; the measurements since the last report are lost.</exception>
    public async Task ReportAsync(CancellationToken cancellation)
    {
        var (poolWait, cpu) = process.Take();
        var report = load.Take() with { PoolWait = poolWait, Cpu = cpu };
        if (!rooms.AreThere || (report.Requests == 0 && _isFirst))
            return;
        _isFirst = false;
        RedisValue value = string.Create(CultureInfo.InvariantCulture, $"{clock.GetUtcNow().ToUnixTimeMilliseconds()} {report.Requests} {report.Failed} {report.P99:F1} {report.PoolWait:F1} {report.Cpu:F0}");
        await redis.QueryAsync(
            "report sale load",
            async database =>
            {
                var written = database.HashSetAsync(WaitingRoomsRedisKeys.Load, _field, value);
                await database.KeyExpireAsync(WaitingRoomsRedisKeys.Load, Life);
                return await written;
            },
            cancellation);
    }

    /// <summary>A number of an entry; 0 in one of an earlier build, which has fewer.</summary>
    private static double Number(string[] parts, int index) => index < parts.Length ? double.Parse(parts[index], CultureInfo.InvariantCulture) : 0;

    /// <inheritdoc/>
    protected override Task ExecuteAsync(CancellationToken stoppingToken) => PeriodicJob.RunAsync(
        TimeSpan.FromMilliseconds(options.Value.TickMilliseconds), clock, ReportAsync, error => error is RedisUnavailableException,
        error => log.LogWarning("Could not report the load of the sale: {Reason}; waiting rooms go on at their rate, and the next report is in a tick", error.Message),
        stoppingToken);
}
