using Microsoft.EntityFrameworkCore;
using Microsoft.Extensions.Hosting;
using Microsoft.Extensions.Logging;
using Microsoft.Extensions.Options;
using MySqlConnector;

namespace Dugout.Features.Orders;

/// <summary>
/// Settles orders that stay placed longer than a payment takes: after a lost callback, a worker that died after its request, or a
/// partner that accepts and never reports. It queries the partner for each; an order without a result for too long is declined. A
/// failing order does not block the others. Several workers may run it concurrently.
/// </summary>
public sealed class SettleOrders(
    Reads reads, IPayments payments, Settlements settlements, IOptions<OrdersOptions> options, TimeProvider clock, ILogger<SettleOrders> log) : BackgroundService
{
    private const int PageSize = 100;

    private sealed record Stuck(long Id, DateTime OrderedAt);

    /// <inheritdoc/>
    protected override Task ExecuteAsync(CancellationToken stoppingToken) => PeriodicJob.RunAsync(
        TimeSpan.FromMilliseconds(options.Value.SettleMilliseconds), clock, SettleAsync,
        error => error.IsOfTheDatabase() || error is OutcomeUnknownException,
        error => log.LogWarning("Could not settle open orders: {Reason}; retrying at the next poll", error.Message),
        stoppingToken);

    /// <summary>Polls once for all orders that are placed for too long.</summary>
    /// <exception cref="MySqlException">The primary is unavailable.</exception>
    /// <exception cref="OutcomeUnknownException">The connection to the primary broke and the outcome is unknown; the next poll resolves it.</exception>
    public async Task SettleAsync(CancellationToken cancellation)
    {
        var now = clock.GetUtcNow().UtcDateTime;
        var (askBefore, endBefore) = (now.AddSeconds(-options.Value.PollAfterSeconds), now.AddSeconds(-options.Value.GiveUpSeconds));
        List<Stuck> page;
        Stuck last = new(0, DateTime.UnixEpoch);
        do
        {
            page = await ReadAsync(askBefore, last, cancellation);
            foreach (var order in page)
                await TrySettleAsync(order, isOverdue: order.OrderedAt < endBefore, cancellation);
            last = page is [.., var end] ? end : last;
        }
        while (page.Count == PageSize);
    }

    private async Task TrySettleAsync(Stuck order, bool isOverdue, CancellationToken cancellation)
    {
        try
        {
            await SettleAsync(order, isOverdue, cancellation);
        }
        catch (MySqlException error) when (!error.IsUnreachable() && !error.LeavesOutcomeOpen())
        {
            // The primary is available, so the failure concerns this order alone.
            log.LogWarning("Could not settle order {Order}: {Reason}; retrying at the next poll", order.Id, error.Message);
        }
    }

    private async Task SettleAsync(Stuck order, bool isOverdue, CancellationToken cancellation)
    {
        if (await QueryAsync(order, cancellation) is { } payment)
            await settlements.LearnAsync(order.Id, payment, cancellation);

        // Does nothing if the partner's result has already settled the order.
        if (isOverdue)
            await settlements.GiveUpAsync(order.Id, cancellation);
    }

    /// <summary>The partner's result; null if it does not respond.</summary>
    private async Task<Payment?> QueryAsync(Stuck order, CancellationToken cancellation)
    {
        try
        {
            return await payments.FindAsync(Order.PaymentKeyOf(order.Id), cancellation);
        }
        catch (PartnerUnavailableException)
        {
            return null;
        }
    }

    /// <summary>The next placed orders, oldest first.</summary>
    private Task<List<Stuck>> ReadAsync(DateTime before, Stuck last, CancellationToken cancellation) => reads.QueryPrimaryAsync(
        database => database.Set<OrderRow>()
            .Where(order => order.State == OrderStates.Placed && order.OrderedAt < before
                && (order.OrderedAt > last.OrderedAt || (order.OrderedAt == last.OrderedAt && order.Id > last.Id)))
            .OrderBy(order => order.OrderedAt).ThenBy(order => order.Id)
            .Select(order => new Stuck(order.Id, order.OrderedAt))
            .Take(PageSize)
            .ToListAsync(),
        cancellation);
}
