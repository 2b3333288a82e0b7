using System.Globalization;
using Microsoft.Extensions.Hosting;
using Microsoft.Extensions.Logging;
using StackExchange.Redis;

namespace Dugout.Features.WaitingRooms;

/// <summary>Reports once a second to the workers what this API replica measured of holds and reservations. Without a waiting room it sends nothing.</summary>
internal sealed class ReportSaleLoad(SaleLoad load, RoomCopies rooms, RedisStore redis, TimeProvider clock, ILogger<ReportSaleLoad> log) : BackgroundService
{
    private static readonly TimeSpan Period = TimeSpan.FromSeconds(1);
    private static readonly TimeSpan Fresh = TimeSpan.FromSeconds(3);
    private static readonly TimeSpan Life = TimeSpan.FromSeconds(10);

    private readonly string _field = $"{Environment.MachineName}/{Environment.ProcessId}/{Guid.NewGuid():N}";
    private bool _isFirst = true;

    /// <summary>What all replicas reported in the last seconds.</summary>
    /// <exception cref="RedisUnavailableException">Redis is unavailable.</exception>
    public static async Task<SaleLoad.Report> ReadAsync(RedisStore redis, TimeProvider clock, CancellationToken cancellation)
    {
        var since = (clock.GetUtcNow() - Fresh).ToUnixTimeMilliseconds();
        var entries = await redis.QueryAsync("read sale load", database => database.HashGetAllAsync(WaitingRoomsRedisKeys.Load), cancellation);
        return SaleLoad.Report.Of(entries.Select(entry => entry.Value.ToString().Split(' '))
            .Where(parts => long.Parse(parts[0], CultureInfo.InvariantCulture) >= since)
            .Select(parts => new SaleLoad.Report(
                int.Parse(parts[1], CultureInfo.InvariantCulture), int.Parse(parts[2], CultureInfo.InvariantCulture), double.Parse(parts[3], CultureInfo.InvariantCulture))));
    }

    /// <summary>Reports once.</summary>
    /// <exception cref="RedisUnavailableException">Redis is unavailable; the measurements of this second are lost.</exception>
    public async Task ReportAsync(CancellationToken cancellation)
    {
        var report = load.Take();
        if (!rooms.AreThere || (report.Requests == 0 && _isFirst))
            return;
        _isFirst = false;
        RedisValue value = string.Create(CultureInfo.InvariantCulture, $"{clock.GetUtcNow().ToUnixTimeMilliseconds()} {report.Requests} {report.Failed} {report.P99:F1}");
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

    /// <inheritdoc/>
    protected override Task ExecuteAsync(CancellationToken stoppingToken) => PeriodicJob.RunAsync(
        Period, clock, ReportAsync, error => error is RedisUnavailableException,
        error => log.LogWarning("Could not report the load of the sale: {Reason}; waiting rooms go on at their rate, and the next report is in a second", error.Message),
        stoppingToken);
}
