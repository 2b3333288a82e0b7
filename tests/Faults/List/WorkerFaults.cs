namespace Dugout.Faults.List;

/// <summary>Faults of what workers do: messages of the outbox, payments, rankings.</summary>
internal static class WorkerFaults
{
    private const string Tests = "Dugout.Features.Tests";

    private const string Killed = "Wherever_a_worker_is_killed_no_message_is_lost_and_none_has_two_effects";

    public static IReadOnlyList<ProductFault> All { get; } =
    [
        new("outbox-marked-before-sent", "No message is lost when a worker dies", "Messages are deleted before their receivers have them")
        {
            Together = "deadlines",
            Edits =
            [
                new("outbox-marked-before-sent", "src/Platform/Outbox/DeliverOutbox.cs",
                    "var delivered = await _lease.HoldWhileAsync(held => SendAsync(page, look, held), cancellation);",
                    """
                    if (Fault.Is("outbox-marked-before-sent"))
                                    await _lease.ForgetAsync([.. page.Select(message => message.Id)]);
                                var delivered = await _lease.HoldWhileAsync(held => SendAsync(page, look, held), cancellation);
                    """),
            ],
            Fails = [new($"{Tests}.Platform.DeliverOutboxCrashes", Killed, "before-send")],
        },
        new("outbox-not-fenced", "One worker deletes messages, and no late one", "A lease that has passed to another worker is not noticed")
        {
            Together = "keys",
            Edits =
            [
                new("outbox-not-fenced", "src/Platform/Outbox/OutboxLease.cs",
                    """ AND EXISTS (SELECT 1 FROM leases WHERE name = @lease AND fence = @fence); ", parameters""",
                    """ " + (Fault.Is("outbox-not-fenced") ? "; " : "AND EXISTS (SELECT 1 FROM leases WHERE name = @lease AND fence = @fence); "), parameters"""),
            ],
            Fails = [new($"{Tests}.Platform.DeliverOutboxLeaseTests", "A_worker_that_has_lost_its_lease_deletes_nothing")],
        },
        new("audit-without-dedupe", "A repeated message has one effect", "A message is recorded under a new id each time")
        {
            Together = "keys",
            Fails = [new($"{Tests}.Platform.DeliverOutboxCrashes", Killed, "after-send")],
        },
        new("payment-key-a-request", "An order is paid once", "Each request of a payment has a key of its own")
        {
            Together = "third sales",
            Edits =
            [
                new("payment-key-a-request", "src/Features/Orders/Jobs/RequestPayment.cs",
                    "payments.ChargeAsync(Order.PaymentKeyOf(wanted.OrderId),",
                    """payments.ChargeAsync(Order.PaymentKeyOf(wanted.OrderId) + (Fault.Is("payment-key-a-request") ? $"-{Guid.NewGuid()}" : ""),"""),
            ],
            Fails = [new($"{Tests}.Orders.PaymentCrashes", "Wherever_the_worker_is_killed_every_order_is_paid_once_or_refunded", "after-asking")],
        },
        new("ranking-by-everybody", "One worker computes the rankings", "Every worker computes them at each poll")
        {
            Together = "third sales",
            Edits =
            [
                new("ranking-by-everybody", "src/Features/Rankings/Jobs/RankingLease.cs",
                    "if (isUrgent)",
                    """if (isUrgent || Fault.Is("ranking-by-everybody"))"""),
            ],
            Fails = [new($"{Tests}.Rankings.RefreshRankingsTests", "Of_three_consecutive_workers_one_counts")],
        },
        new("ranking-not-fenced", "Rankings never go back in time", "A lease that has passed to another worker is not noticed")
        {
            Together = "third sales",
            Edits =
            [
                new("ranking-not-fenced", "src/Features/Rankings/RankingBoards.cs",
                    "token.ToString(CultureInfo.InvariantCulture), _options.StaleSeconds",
                    """(Fault.Is("ranking-not-fenced") ? int.MaxValue : token).ToString(CultureInfo.InvariantCulture), _options.StaleSeconds"""),
            ],
            Fails = [new($"{Tests}.Rankings.RefreshRankingsTests", "Rankings_published_late_by_a_thawed_worker_are_rejected")],
        },
    ];
}
