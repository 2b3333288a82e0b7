using System.Diagnostics;
using Dugout.Load.Client;
using Dugout.Load.Results;
using Dugout.Load.Scenarios;

namespace Dugout.Load.Watchers;

/// <summary>Fans who hold and release seats of one game at a steady rate, and an open page that shows it. Two changes a turn.</summary>
internal sealed class Rush(ShopClient shop, IReadOnlyList<Fan> fans, LiveSeats page, long game, GradeInSale grade)
{
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(10);

    /// <summary>Delays from the response of a hold until the page shows it; to be read after the rush.</summary>
    public Durations Delays { get; } = new();

    /// <summary>Makes changes for a time.</summary>
    /// <exception cref="NoSystemException">A hold was rejected or never shown.</exception>
    public async Task RunAsync(int changesASecond, TimeSpan time)
    {
        List<Task> turns = [];
        using var timer = new PeriodicTimer(TimeSpan.FromSeconds(2.0 / changesASecond));
        for (var (turn, since) = (0, Stopwatch.StartNew()); since.Elapsed < time && await timer.WaitForNextTickAsync(); turn++) turns.Add(TurnAsync(turn));
        await Task.WhenAll(turns);
    }

    private async Task TurnAsync(int turn)
    {
        var fan = fans[turn % fans.Count];
        Seat[] seat = [new(grade.GradeId, 1 + (turn % grade.Capacity))];
        var hold = Season.Needed(await shop.HoldAsync(fan.Token, game, seat, _ => null));
        var held = Stopwatch.GetTimestamp();
        if (!await page.WaitAsync(shown => shown.Have(seat, LiveSeat.Held), Patience)) throw new NoSystemException($"seat {seat[0].Number} was held and not shown");
        var delay = (long)Stopwatch.GetElapsedTime(held).TotalMicroseconds;
        lock (Delays) Delays.Record(delay);
        Season.Needed(await shop.ReleaseAsync(fan.Token, game, hold.HoldId));
    }
}
