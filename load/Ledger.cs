using System.Collections.Concurrent;
using Dugout.Load.Shop;

namespace Dugout.Load;

/// <summary>What the shop told us about sales during a run: the one side that the check compares with the rows.</summary>
internal sealed class Ledger
{
    private readonly ConcurrentQueue<Acknowledged> _acknowledged = new();
    private readonly ConcurrentQueue<Unknown> _unknown = new();
    private readonly ConcurrentDictionary<long, byte> _accounts = new();

    /// <summary>Reservations the shop said it made.</summary>
    public IReadOnlyCollection<Acknowledged> AcknowledgedSales => _acknowledged;

    /// <summary>Reservations that may or may not have been made: no answer in time, a fault, or an answer that made no sense.</summary>
    public IReadOnlyCollection<Unknown> UnknownSales => _unknown;

    /// <summary>Every account that took part; rows of other accounts are none of this run's.</summary>
    public IReadOnlyCollection<long> Accounts => (IReadOnlyCollection<long>)_accounts.Keys;

    /// <summary>An account takes part in the run.</summary>
    public void TakesPart(long account) => _accounts.TryAdd(account, 0);

    /// <summary>Writes down what the shop answered to a reservation. A refusal leaves no entry: it must leave no row either.</summary>
    public void Record(long account, Hold hold, Answer<Reservation> answer)
    {
        if (answer.Body is { } sold)
            _acknowledged.Enqueue(new Acknowledged(sold.ReservationId, account, sold.GameId, hold.HoldId, sold.Total, sold.Seats));
        else if (answer.EffectUnknown)
            _unknown.Enqueue(new Unknown(account, hold.GameId, hold.HoldId, answer.Status));
    }
}

/// <summary>A reservation as the shop acknowledged it.</summary>
internal sealed record Acknowledged(long Reservation, long Account, long Game, long Hold, long Total, SeatAtPrice[] Seats);

/// <summary>A reservation that was asked for and whose outcome nobody told us.</summary>
internal sealed record Unknown(long Account, long Game, long Hold, string Why);
