using System.Diagnostics;
using Dugout.Load.Checks;
using Dugout.Load.Histories;
using Dugout.Load.Scenarios;
using Dugout.Load.Shop;

namespace Dugout.Load.Experiments;

/// <summary>One turn: a fresh system, the warm-up, what counts, the balance sheet, the stop.</summary>
internal sealed class TurnRun(Surroundings around, LabFolder lab, ArmLoad load)
{
    private const int FansEnough = 24;
    private const int GamesEnough = 30;

    private static readonly Terms Terms = new() { Grace = TimeSpan.FromSeconds(6), GateLag = TimeSpan.FromSeconds(1) };

    /// <summary>Runs it.</summary>
    /// <exception cref="NoSystemException">The system did not start, or a part of it went away.</exception>
    public async Task<ArmTurn> RunAsync(Arm arm, int block, int place, CancellationToken cancel)
    {
        await using var started = await ArmSystem.StartAsync(arm, lab, cancel).ConfigureAwait(false);
        var system = started.Running;
        using var shop = new ShopClient(system.Gateway);
        var fans = new Fans(FansEnough);
        await fans.SignInFirstAsync(shop, FansEnough, around.Time).ConfigureAwait(false);
        var token = fans.Scout.Token;
        var records = around.OpenRecords(system.Primary);
        var season = await Season.FindAsync(shop, token, around.Time).ConfigureAwait(false);
        var stages = await StagesAsync(shop, token, season.Months[0]).ConfigureAwait(false);
        var since = await records.NowAsync().ConfigureAwait(false);
        var ledger = new Ledger(around.Time);
        await using var meter = await ArmMeter.OpenAsync(system.Contents).ConfigureAwait(false);

        var push = new ArmPush(shop, fans, season.Months[0], stages, ledger, load.Buys);
        await push.RunAsync(load, TimeSpan.FromSeconds(load.WarmUpSeconds), cancel).ConfigureAwait(false);
        push.TakeAnswers();

        var before = await meter.ReadAsync().ConfigureAwait(false);
        var begun = Stopwatch.GetTimestamp();
        await push.RunAsync(load, TimeSpan.FromSeconds(load.Seconds), cancel).ConfigureAwait(false);
        var seconds = Stopwatch.GetElapsedTime(begun).TotalSeconds;
        var after = await meter.ReadAsync().ConfigureAwait(false);

        var answers = push.TakeAnswers();
        var verdict = await new SaleCheck(records, shop, token).RunAsync(ledger, since, Terms).ConfigureAwait(false);
        double[] times = [.. answers.Where(answer => answer.Outcome == Outcome.Ok).Select(answer => answer.Milliseconds).Order()];
        return new ArmTurn
        {
            Arm = arm.Name,
            Block = block,
            Place = place,
            Seconds = seconds,
            Ok = times.Length,
            Refused = Count(Outcome.Refused),
            Shed = Count(Outcome.Shed),
            Failed = Count(Outcome.Failed),
            P50 = Percentile(times, 0.5),
            P99 = Percentile(times, 0.99),
            CpuMicroseconds = after.CpuSince(before),
            Statements = after.Statements - before.Statements,
            Wrong = [.. verdict.Findings.Where(finding => !finding.Holds).Select(finding => $"{finding.Sentence}: {finding.Differences[0]}")],
        };

        int Count(Outcome outcome) => answers.Count(answer => answer.Outcome == outcome);
    }

    /// <summary>The smallest time that so great a part did not exceed; 0 where nothing was answered.</summary>
    private static double Percentile(double[] ordered, double part) => ordered.Length == 0 ? 0 : ordered[Math.Max(0, (int)Math.Ceiling(part * ordered.Length) - 1)];

    private async Task<IReadOnlyList<(Game Game, GradeInSale Grade)>> StagesAsync(ShopClient shop, string token, Month month)
    {
        var page = await shop.GamesAsync(token, month, listed => Sound.Games(listed, month)).ConfigureAwait(false);
        List<(Game, GradeInSale)> stages = [];
        foreach (var game in (page.Body?.Items ?? []).Where(game => game.OnSale(around.Time.GetUtcNow())).Take(GamesEnough))
        {
            var grades = await shop.GradesAsync(token, game.Id, Sound.Grades).ConfigureAwait(false);
            if (grades.Body?.Items.MaxBy(grade => grade.Remaining) is { Remaining: > 0 } grade) stages.Add((game, grade));
        }

        return stages.Count > 0 ? stages : throw new NoSystemException("the system has no game with seats left: nothing to push load at");
    }
}
