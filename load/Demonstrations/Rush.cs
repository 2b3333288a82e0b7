using System.Collections.Concurrent;
using System.Diagnostics;
using Dugout.Load.Checks;
using Dugout.Load.Checks.Histories;
using Dugout.Load.Client;
using Dugout.Load.Running;
using Dugout.Load.ScenarioRuns;
using Dugout.Load.Scenarios;
using StackExchange.Redis;

namespace Dugout.Load.Demonstrations;

/// <summary>Many fans compete for few seats, at both replicas, while Redis loses the holds: only the last guard stands between two buyers.</summary>
internal sealed class Rush(RunningSystem system, CommandContext context)
{
    public const int Fans = 24;
    public const int Seats = 6;
    public const int Games = 20;

    private const int TriesToHold = 50;

    private static readonly TimeSpan LossInterval = TimeSpan.FromMilliseconds(3);
    private static readonly Terms Terms = new() { Grace = TimeSpan.FromSeconds(6), AvailabilityLag = TimeSpan.FromSeconds(1) };

    private readonly HistoryRecorder _history = new(context.Time);
    private readonly ConcurrentDictionary<long, string> _soldBy = new();

    /// <summary>Signs the fans in, runs the rush game after game, and runs the consistency check.</summary>
    public async Task<RushResult> RunAsync(CancellationToken cancel)
    {
        using var gateway = new ShopClient(system.Gateway);
        using var one = At("api-1");
        using var two = At("api-2");
        (string Name, ShopClient Client)[] replicas = [("api-1", one), ("api-2", two)];
        var fans = new Fans(Fans);
        await fans.SignInFirstAsync(gateway, Fans, context.Time, cancel);
        var records = context.OpenRecords(system.Primary);
        var since = await records.NowAsync();
        var stages = await StagesAsync(gateway, fans.Scout.Token);

        var begun = Stopwatch.GetTimestamp();
        using var redis = await ConnectionMultiplexer.ConnectAsync(system.Contents.Redis!);
        foreach (var (game, grade) in stages)
        {
            cancel.ThrowIfCancellationRequested();
            await GameAsync(game, grade, fans, replicas, redis.GetDatabase());
        }

        var seconds = Stopwatch.GetElapsedTime(begun).TotalSeconds;
        var verdict = await new SaleCheck(records, gateway, fans.Scout.Token).RunAsync(_history, since, Terms);
        return RushResult.Of(_history.Read(), _soldBy, verdict, seconds);

        ShopClient At(string replica) => new(system.Contents.Resources?.GetValueOrDefault(replica)?.Url ?? throw new NoSystemException($"{system.Source} names no {replica}"));
    }

    /// <summary>Games on sale, and for each a grade without a sold seat.</summary>
    private async Task<IReadOnlyList<(long Game, long Grade)>> StagesAsync(ShopClient shop, string token)
    {
        var season = await Season.FindAsync(shop, token, context.Time);
        var page = await shop.GamesAsync(token, season.Months[0], listed => ResponseChecks.Games(listed, season.Months[0]));
        List<(long, long)> stages = [];
        foreach (var game in (page.Body?.Items ?? []).Where(game => game.OnSale(context.Time.GetUtcNow())).Take(Games))
        {
            var grades = await shop.GradesAsync(token, game.Id, ResponseChecks.Grades);
            if (grades.Body?.Items.FirstOrDefault(grade => grade.Remaining == grade.Capacity && grade.Capacity >= Seats) is { } grade) stages.Add((game.Id, grade.GradeId));
        }

        return stages.Count > 0 ? stages : throw new NoSystemException("the system has no game with enough free seats");
    }

    private async Task GameAsync(long game, long grade, Fans fans, (string Name, ShopClient Client)[] replicas, IDatabase redis)
    {
        var from = _history.Now;
        using var enough = new CancellationTokenSource();
        var losing = LoseHoldsAsync(enough.Token);
        var holds = await Task.WhenAll(Enumerable.Range(0, Fans).Select(fan => HoldAsync(fan)));
        await enough.CancelAsync();
        await losing;

        // All at once: every fan with a hold waits until the last one is ready.
        var gate = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
        var presses = holds.Select((hold, fan) => hold is null ? Task.CompletedTask : BuyAsync(fan, hold, gate.Task)).ToList();
        gate.SetResult();
        await Task.WhenAll(presses);
        _history.HoldsLost(from, _history.Now);

        async Task LoseHoldsAsync(CancellationToken until)
        {
            // The shop's own key for the holds on a grade's seats: this program breaks it on purpose, so it has to know the name.
            RedisKey key = $"dugout:{{game:{game}}}:seats:{grade}";
            while (!until.IsCancellationRequested)
            {
                await redis.KeyDeleteAsync(key);
                await Task.Delay(LossInterval, CancellationToken.None);
            }
        }

        async Task<Hold?> HoldAsync(int fan)
        {
            Seat[] seat = [new Seat(grade, 1 + (fan % Seats))];
            for (var tries = 0; tries < TriesToHold; tries++)
            {
                var recorded = _history.Hold(fans.SignedIn[fan].Account, game, seat);
                var response = await At(fan).Client.HoldAsync(fans.SignedIn[fan].Token, game, seat, _ => null);
                recorded.RecordResponse(response, (done, held) => done.Held(held.HoldId, held.ExpiresAt.UtcDateTime));
                if (response.Body is { } hold) return hold;
                await Task.Delay(LossInterval);
            }

            return null;
        }

        async Task BuyAsync(int fan, Hold hold, Task open)
        {
            await open;
            var key = Guid.NewGuid().ToString("N");
            var recorded = _history.Reserve(fans.SignedIn[fan].Account, game, hold.HoldId, key, [.. hold.Seats.Select(seat => seat.Seat)]);
            var response = await At(fan).Client.ReserveAsync(fans.SignedIn[fan].Token, game, hold.HoldId, key, sold => ResponseChecks.Reservation(sold, hold));
            recorded.RecordResponse(response, (done, sold) => done.Reserved(sold.ReservationId, sold.Total, sold.Seats));
            if (response.Body is { } bought) _soldBy[bought.ReservationId] = At(fan).Name;
        }

        // The fans of one seat are spread over both replicas.
        (string Name, ShopClient Client) At(int fan) => replicas[fan / Seats % replicas.Length];
    }
}
