using Dapper;
using Microsoft.Extensions.Hosting;
using Microsoft.Extensions.Logging;
using Microsoft.Extensions.Options;
using MySqlConnector;

namespace Dugout.Features.Orders;

/// <summary>
/// Brings orders to an end that are placed for longer than a payment takes: the callback was lost, the worker died after asking, the partner
/// accepts and never answers. The partner is asked what became of each; who has been placed too long without an answer is given up. One
/// that can't be ended holds up no other. Any number of workers may do it at once.
/// </summary>
public sealed class SettleOrders(
    Databases databases, IPayments payments, Settlements settlements, IOptions<OrdersOptions> options, TimeProvider clock, ILogger<SettleOrders> log) : BackgroundService
{
    private const int PageSize = 100;

    private sealed record Stuck(long Id, DateTime OrderedAt);

    /// <inheritdoc/>
    protected override Task ExecuteAsync(CancellationToken stoppingToken) => PeriodicJob.RunAsync(
        TimeSpan.FromMilliseconds(options.Value.SettleMilliseconds), clock, SettleAsync,
        error => error.IsOfTheDatabase() || error is OutcomeUnknownException,
        error => log.LogWarning("Orders wait for the next look: {Reason}", error.Message),
        stoppingToken);

    /// <summary>Looks once at all orders that are placed for too long.</summary>
    /// <exception cref="MySqlException">The primary is unavailable.</exception>
    /// <exception cref="OutcomeUnknownException">The primary broke off; the next look finds out.</exception>
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
            // The primary is there, and this order is what it refuses.
            log.LogWarning("Order {Order} can't be brought to an end: {Reason}", order.Id, error.Message);
        }
    }

    private async Task SettleAsync(Stuck order, bool isOverdue, CancellationToken cancellation)
    {
        if (await QueryAsync(order, cancellation) is { } payment)
            await settlements.LearnAsync(order.Id, payment, cancellation);

        // Does nothing where that was the end of it.
        if (isOverdue)
            await settlements.GiveUpAsync(order.Id, cancellation);
    }

    /// <summary>What the partner says; null where it says nothing.</summary>
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

    /// <summary>The next placed orders, the longest placed first.</summary>
    private async Task<List<Stuck>> ReadAsync(DateTime before, Stuck last, CancellationToken cancellation)
    {
        const string Sql = """
            SELECT id AS Id, ordered_at AS OrderedAt FROM orders
            WHERE state = 'placed' AND ordered_at < @before AND (ordered_at > @Time OR (ordered_at = @Time AND id > @Id))
            ORDER BY ordered_at, id LIMIT @rows
            """;
        await using var connection = await databases.OpenPrimaryAsync(cancellation);
        var values = new { before, Time = last.OrderedAt, last.Id, rows = PageSize };
        return (await connection.QueryAsync<Stuck>(new(Sql, values, cancellationToken: cancellation))).AsList();
    }
}
