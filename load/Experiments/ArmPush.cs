using System.Collections.Concurrent;
using System.Diagnostics;
using Dugout.Load.Histories;
using Dugout.Load.Scenarios;
using Dugout.Load.Shop;

namespace Dugout.Load.Experiments;

/// <summary>Pushes one kind of load at one system, and keeps how every request came out.</summary>
internal sealed class ArmPush(ShopClient shop, Fans fans, Month month, IReadOnlyList<(Game Game, GradeInSale Grade)> stages, Ledger ledger, bool buys)
{
    private readonly ConcurrentQueue<(Outcome Outcome, double Milliseconds)> _answers = new();
    private long _sent;

    /// <summary>Takes the answers out that have come since the last time.</summary>
    public IReadOnlyList<(Outcome Outcome, double Milliseconds)> TakeAnswers()
    {
        List<(Outcome, double)> answers = [];
        while (_answers.TryDequeue(out var answer)) answers.Add(answer);
        return answers;
    }

    /// <summary>Pushes for so long, and waits for the last answers.</summary>
    public Task RunAsync(ArmLoad load, TimeSpan during, CancellationToken cancel) => load.IsOpen ? OpenAsync(load.Size, during, cancel) : ClosedAsync(load.Size, during, cancel);

    private async Task OpenAsync(int rate, TimeSpan during, CancellationToken cancel)
    {
        var begun = Stopwatch.GetTimestamp();
        List<Task> running = [];
        for (var i = 0; i < rate * during.TotalSeconds; i++)
        {
            var due = TimeSpan.FromSeconds((double)i / rate);
            if (due - Stopwatch.GetElapsedTime(begun) is { Ticks: > 0 } early) await Task.Delay(early, cancel).ConfigureAwait(false);
            cancel.ThrowIfCancellationRequested();
            // A request that is sent late has been waited for since it was due.
            var since = begun + (long)(due.TotalSeconds * Stopwatch.Frequency);
            running.Add(Task.Run(() => AskAsync(since), CancellationToken.None));
        }

        await Task.WhenAll(running).ConfigureAwait(false);
    }

    private async Task ClosedAsync(int callers, TimeSpan during, CancellationToken cancel)
    {
        var begun = Stopwatch.GetTimestamp();
        await Task.WhenAll(Enumerable.Range(0, callers).Select(_ => Task.Run(
            async () =>
            {
                while (Stopwatch.GetElapsedTime(begun) < during && !cancel.IsCancellationRequested) await AskAsync(Stopwatch.GetTimestamp()).ConfigureAwait(false);
            },
            cancel))).ConfigureAwait(false);
        cancel.ThrowIfCancellationRequested();
    }

    /// <summary>The next request: the kinds take turns, so that every turn has the same mix.</summary>
    private async Task AskAsync(long since)
    {
        var fan = fans.Random();
        var (game, grade) = stages[Random.Shared.Next(stages.Count)];
        var kinds = buys ? 7 : 6;
        switch (Interlocked.Increment(ref _sent) % kinds)
        {
            case 0: Keep(since, await shop.TeamsAsync(fan.Token, Sound.Teams).ConfigureAwait(false)); break;
            case 1: Keep(since, await shop.GamesAsync(fan.Token, month, page => Sound.Games(page, month)).ConfigureAwait(false)); break;
            case 2: Keep(since, await shop.GameAsync(fan.Token, game.Id, detail => Sound.Game(detail, game)).ConfigureAwait(false)); break;
            case 3: Keep(since, await shop.GradesAsync(fan.Token, game.Id, Sound.Grades).ConfigureAwait(false)); break;
            case 4: Keep(since, await shop.GradeAsync(fan.Token, game.Id, grade.GradeId, found => Sound.Grade(found, grade)).ConfigureAwait(false)); break;
            case 5: Keep(since, await shop.TakenAsync(fan.Token, game.Id, grade.GradeId, seats => Sound.Taken(seats, grade.Capacity)).ConfigureAwait(false)); break;
            default: await BuyAsync(fan, game.Id, grade).ConfigureAwait(false); break;
        }
    }

    /// <summary>Holds a random seat and, when it was free, buys it: two requests, timed one by one.</summary>
    private async Task BuyAsync(Fan fan, long game, GradeInSale grade)
    {
        Seat[] seat = [new Seat(grade.GradeId, Random.Shared.Next(1, grade.Capacity + 1))];
        var holding = ledger.Hold(fan.Account, game, seat);
        var since = Stopwatch.GetTimestamp();
        var held = await shop.HoldAsync(fan.Token, game, seat, _ => null).ConfigureAwait(false);
        holding.Answered(held, (done, hold) => done.Held(hold.HoldId, hold.ExpiresAt.UtcDateTime));
        Keep(since, held);
        if (held.Body is not { } mine) return;

        var key = Guid.NewGuid().ToString("N");
        var buying = ledger.Reserve(fan.Account, game, mine.HoldId, key, seat);
        since = Stopwatch.GetTimestamp();
        var bought = await shop.ReserveAsync(fan.Token, game, mine.HoldId, key, sold => Sound.Reservation(sold, mine)).ConfigureAwait(false);
        buying.Answered(bought, (done, sold) => done.Reserved(sold.ReservationId, sold.Total, sold.Seats));
        Keep(since, bought);
    }

    private void Keep<T>(long since, Answer<T> answer)
        where T : class =>
        _answers.Enqueue((answer.Outcome, Stopwatch.GetElapsedTime(since).TotalMilliseconds));
}
