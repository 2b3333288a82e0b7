using System.Collections.Concurrent;

namespace Dugout.Load.Checks.Fairness;

/// <summary>Records what fans experience in a waiting room. Every member is thread-safe. Times count from the beginning of the run.</summary>
internal sealed class WaitingLog
{
    private readonly ConcurrentQueue<Waiter> _waiters = new();
    private readonly ConcurrentQueue<Look> _looks = new();

    /// <summary>A fan arrives. Another device of the account is another arrival.</summary>
    public Waiter Arrives(long account, bool isScripted, TimeSpan at)
    {
        var waiter = new Waiter(account, isScripted, at);
        _waiters.Enqueue(waiter);
        return waiter;
    }

    /// <summary>A client reads the public document.</summary>
    public void Looks(Look look) => _looks.Enqueue(look);

    /// <summary>All arrivals so far.</summary>
    public IReadOnlyList<Waiter> Waiters => [.. _waiters];

    /// <summary>All reads of the public document so far.</summary>
    public IReadOnlyList<Look> AllLooks => [.. _looks];
}

/// <summary>One read of the public document.</summary>
/// <param name="SentAt">When the request was sent.</param>
/// <param name="ReceivedAt">When the response was complete.</param>
/// <param name="Admitted">Its counter.</param>
internal readonly record struct Look(TimeSpan SentAt, TimeSpan ReceivedAt, int Admitted);

/// <summary>A ticket as a response showed it.</summary>
/// <param name="Index">The place by arrival.</param>
/// <param name="Number">The number; null before the draw.</param>
internal readonly record struct ShownTicket(int Index, int? Number);

/// <summary>A fan in a waiting room. One task at a time writes to it.</summary>
internal sealed class Waiter(long account, bool isScripted, TimeSpan arrivedAt)
{
    private readonly List<ShownTicket> _tickets = [];

    /// <summary>The account.</summary>
    public long Account => account;

    /// <summary>Whether a script acts for the account, which never hesitates.</summary>
    public bool IsScripted => isScripted;

    /// <summary>When the fan arrived.</summary>
    public TimeSpan ArrivedAt => arrivedAt;

    /// <summary>Every ticket it was shown, in the order of the responses.</summary>
    public IReadOnlyList<ShownTicket> Tickets => _tickets;

    /// <summary>When the last request was sent whose response turned the fan away; null if none did.</summary>
    public TimeSpan? LastTurnedAwayAt { get; private set; }

    /// <summary>When the fan had the pass; null without one.</summary>
    public TimeSpan? AdmittedAt { get; private set; }

    /// <summary>When the waiting time was first predicted, and how long it should be from then on; null if it never was.</summary>
    public (TimeSpan At, TimeSpan Wait)? Predicted { get; private set; }

    /// <summary>Seats the fan bought.</summary>
    public int Seats { get; private set; }

    /// <summary>When the fan last bought seats; null if never.</summary>
    public TimeSpan? BoughtAt { get; private set; }

    /// <summary>The shop showed a ticket.</summary>
    public void HasTicket(int index, int? number) => _tickets.Add(new(index, number));

    /// <summary>A request sent at this time was answered: not yet.</summary>
    public void TurnedAway(TimeSpan sentAt) => LastTurnedAwayAt = sentAt;

    /// <summary>The page predicts the waiting time; later predictions don't count.</summary>
    public void Predict(TimeSpan at, TimeSpan wait) => Predicted ??= (at, wait);

    /// <summary>The response with the pass was complete at this time.</summary>
    public void Admitted(TimeSpan at) => AdmittedAt ??= at;

    /// <summary>The fan bought seats; the response was complete at this time.</summary>
    public void Bought(int seats, TimeSpan at) => (Seats, BoughtAt) = (Seats + seats, at);
}
