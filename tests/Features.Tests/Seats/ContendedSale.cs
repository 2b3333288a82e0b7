using System.Net;
using Dugout.Infrastructure.Run;
using Dugout.Load.Checks;
using Dugout.Load.Checks.Histories;
using Dugout.Load.Client;
using Dugout.Tests.Support;
using Seat = Dugout.Load.Client.Seat;

namespace Dugout.Features.Tests.Seats;

/// <summary>
/// Fans who want the same few seats of a game, at whichever replica: they hold, buy, give back, walk away, and now and then try
/// to buy what another fan holds. All responses are recorded in a history for the consistency check.
/// </summary>
internal sealed class ContendedSale(Shop shop, IReadOnlyList<HttpClient> replicas, IReadOnlyList<Fan> fans, long game, int seats)
{
    /// <summary>Retries without a response, every tenth of a second: longer than any fault lasts.</summary>
    private const int Tries = 600;
    private readonly HistoryRecorder _history = new(TimeProvider.System);
    private readonly SaleDatabase _rows = new(shop.Servers.Primary(DatabaseAccount.Checks));
    private (long Hold, Seat[] Seats) _lastHold;
    private long _lastHeld = -1;
    private int _attempts;
    private int _sales;

    /// <summary>The recorded history, in which a test marks losses of Redis.</summary>
    public HistoryRecorder History => _history;

    /// <summary>Attempts to hold seats so far that got a response.</summary>
    public int Attempts => Volatile.Read(ref _attempts);

    /// <summary>When the last successful hold was requested, in time of the history; negative before the first.</summary>
    public TimeSpan LastHeld => new(Volatile.Read(ref _lastHeld));

    /// <summary>How long a freed seat may still be rejected as sold: longer where servers fail.</summary>
    public TimeSpan AvailabilityLag { get; init; }

    /// <summary>How long a fan waits between two attempts.</summary>
    public TimeSpan Think { get; init; }

    /// <summary>Runs workers until they have made this many attempts, and the concurrent task has ended.</summary>
    public async Task RunAsync(int workers, int attempts, Task? beside = null) => await Together.RunAsync(workers, async worker =>
    {
        while (Attempts < attempts || beside is { IsCompleted: false })
        {
            await BuyAsync(fans[worker % fans.Count]);
            await Task.Delay(Think);
        }

        return true;
    });

    /// <summary>The differences between history and rows.</summary>
    /// <param name="since">When the sale began, by the database's clock.</param>
    /// <param name="everything">Whether all rows of the database are checked, or those of this sale.</param>
    /// <param name="rows">The server whose rows are checked; null for the primary's.</param>
    public async Task<IReadOnlyList<string>> DifferencesAsync(DateTime since, bool everything, SaleDatabase? rows = null)
    {
        using var client = new ShopClient(shop.Http.BaseAddress!);
        var terms = new Terms { Grace = TimeSpan.FromSeconds(6), AvailabilityLag = AvailabilityLag, FreeAtFirst = true };
        var verdict = await new SaleCheck(rows ?? _rows, client, fans[0].Token).RunAsync(_history, since, terms);
        var others = everything ? [] : Rule.All.Select(rule => rule.Sentence).ToHashSet();
        return [.. verdict.Findings.Where(finding => !others.Contains(finding.Sentence)).SelectMany(finding => finding.Differences.Select(difference => $"{finding.Sentence}: {difference}"))];
    }

    /// <summary>The time by the database's clock.</summary>
    public Task<DateTime> NowAsync() => _rows.NowAsync();

    private async Task BuyAsync(Fan fan)
    {
        Seat[] wanted = [.. Enumerable.Range(0, Dice.Shared.Next(1, 3)).Select(_ => new Seat(Shop.Grade(game), Dice.Shared.Next(1, seats + 1))).Distinct()];
        var asking = _history.Hold(fan.Id, game, wanted);
        var hold = await SendAsync(asking, replica => fan.HoldAsync(replica, game, Shop.Grade(game), [.. wanted.Select(seat => seat.Number)]),
            HttpStatusCode.Created, (recorded, answer) => recorded.Held(answer.Number("holdId"), answer.Json.GetProperty("expiresAt").GetDateTime()));
        if (Dice.Shared.Next(50) == 0 && _lastHold is { Hold: > 0 } other)
            await ReserveAsync(fan, other.Hold, other.Seats);
        // No response, or an unknown outcome: not an attempt, and not retried at once.
        if (hold is not { Status: HttpStatusCode.Created or HttpStatusCode.Conflict })
        {
            await Task.Delay(10);
            return;
        }

        Interlocked.Increment(ref _attempts);
        if (hold.Status == HttpStatusCode.Conflict)
            return;

        for (long last; asking.Operation.Invoked.Ticks > (last = Volatile.Read(ref _lastHeld));)
            Interlocked.CompareExchange(ref _lastHeld, asking.Operation.Invoked.Ticks, last);
        var id = hold.Number("holdId");
        _lastHold = (id, wanted);
        switch (Dice.Shared.Next(100))
        {
            case < 2:
                break;
            case < 15:
                await SendAsync(_history.Release(fan.Id, game, id, wanted), replica => fan.DeleteAsync(replica, $"/api/games/{game}/holds/{id}"));
                break;
            default:
                // All but the first and a few give back what they bought, so that the seats go on changing hands; seats that stay sold must be rejected as sold from then on.
                if (await ReserveAsync(fan, id, wanted) is { } sold && Interlocked.Increment(ref _sales) > 1 && Dice.Shared.Next(100) > 0)
                    await CancelAsync(fan, sold, wanted);
                break;
        }
    }

    /// <summary>Buys, always with the same key.</summary>
    private async Task<long?> ReserveAsync(Fan fan, long hold, Seat[] wanted)
    {
        var key = Guid.NewGuid().ToString();
        var answer = await InsistAsync(
            () => _history.Reserve(fan.Id, game, hold, key, wanted), replica => fan.ReserveAsync(replica, game, hold, key), HttpStatusCode.Created, Reserved);
        return answer is { Status: HttpStatusCode.Created } ? answer.Number("reservationId") : null;

        static void Reserved(RecordedOperation recorded, Answer answer) => recorded.Reserved(answer.Number("reservationId"), answer.Number("total"),
            [.. answer.Json.GetProperty("seats").EnumerateArray().Select(seat => new SeatAtPrice(
                seat.GetProperty("gradeId").GetInt64(), seat.GetProperty("number").GetInt32(), seat.GetProperty("price").GetInt64()))]);
    }

    private async Task CancelAsync(Fan fan, long reservation, Seat[] wanted)
    {
        if (Dice.Shared.Next(2) == 0)
        {
            await InsistAsync(() => _history.Cancel(fan.Id, game, reservation, wanted), replica => fan.DeleteAsync(replica, $"/api/reservations/{reservation}"));
            return;
        }

        foreach (var seat in wanted)
            await InsistAsync(() => _history.CancelSeat(fan.Id, game, reservation, seat), replica => fan.DeleteAsync(replica, $"/api/reservations/{reservation}/seats/{seat.GradeId}/{seat.Number}"));
    }

    /// <summary>Retries while the outcome is unknown or the request is shed.</summary>
    private async Task<Answer?> InsistAsync(
        Func<RecordedOperation> ask, Func<HttpClient, Task<Answer>> send, HttpStatusCode done = HttpStatusCode.NoContent, Action<RecordedOperation, Answer>? write = null)
    {
        for (var attempt = 1; attempt <= Tries; attempt++)
        {
            var recorded = ask();
            var answer = await SendAsync(recorded, send, done, write);
            if (recorded.Operation.OperationResult is OperationResult.Ok or OperationResult.Rejected)
                return answer;
            await Task.Delay(100);
        }

        return null;
    }

    private async Task<Answer?> SendAsync(
        RecordedOperation recorded, Func<HttpClient, Task<Answer>> send, HttpStatusCode done = HttpStatusCode.NoContent, Action<RecordedOperation, Answer>? write = null)
    {
        try
        {
            var answer = await send(replicas[Dice.Shared.Next(replicas.Count)]);
            if (answer.Status == done)
                (write ?? ((operation, _) => operation.Done()))(recorded, answer);
            else if (answer.Status == HttpStatusCode.ServiceUnavailable)
                recorded.Failed(answer.Code!);
            else if ((int)answer.Status >= 500)
                recorded.Unknown($"{(int)answer.Status}");
            else
                recorded.Rejected(answer.Code!, Taken(answer));
            return answer;
        }
        catch (Exception broken) when (broken is HttpRequestException or OperationCanceledException)
        {
            recorded.Unknown(broken.GetType().Name);
            return null;
        }
    }

    private static UnavailableSeat[] Taken(Answer refused) => refused.Code == "seat-taken"
        ? [.. refused.Json.GetProperty("seats").EnumerateArray().Select(seat => new UnavailableSeat(
            seat.GetProperty("gradeId").GetInt64(), seat.GetProperty("number").GetInt32(), seat.GetProperty("reason").GetString()!))]
        : [];
}
