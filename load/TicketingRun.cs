using System.Data.Common;
using System.Diagnostics;
using System.Globalization;
using Dugout.Load.Checks;
using Dugout.Load.Histories;
using Dugout.Load.Results;
using Dugout.Load.Scenarios;
using Dugout.Load.Shop;
using NBomber.Contracts.Stats;
using NBomber.CSharp;

namespace Dugout.Load;

/// <summary>What a ticketing run was asked to do.</summary>
/// <param name="Rate">Flows started a second.</param>
/// <param name="Seconds">For so long, in seconds.</param>
/// <param name="AppHost">The file that says where the system is; null looks in the checkout.</param>
/// <param name="Accounts">How many accounts buy; null for a sensible number.</param>
/// <param name="SignInEach">Whether each flow signs in, instead of each account once before the clock.</param>
internal sealed record TicketingOptions(int Rate, int Seconds, string? AppHost, int? Accounts, bool SignInEach);

/// <summary>One run from beginning to verdict: find the system, get ready, push, tell, check.</summary>
internal sealed class TicketingRun(TicketingOptions options, Surroundings around)
{
    private readonly Tally _tally = new();

    /// <summary>Runs and answers the exit code.</summary>
    /// <exception cref="NoSystemException">The system, or what a run needs of it, is out of reach.</exception>
    /// <exception cref="UsageException">There are fewer accounts than were asked for.</exception>
    public async Task<int> RunAsync()
    {
        var system = RunningSystem.Find(options.AppHost);
        using var shop = new ShopClient(system.Gateway, around.Patience);
        if (!await shop.AnswersAsync().ConfigureAwait(false)) throw new NoSystemException($"no system is up: {system.Gateway} of {system.Source} does not answer");
        var records = around.OpenRecords(system.Primary);
        var fans = new Fans(await AccountsAsync(records).ConfigureAwait(false));
        await SayAsync($"{Ticketing.Name}: {options.Rate} flows a second for {options.Seconds} s at {system.Gateway}").ConfigureAwait(false);
        try
        {
            await SignInAsync(shop, fans).ConfigureAwait(false);
        }
        catch (SignInException refused)
        {
            await around.Errors.WriteLineAsync($"load: {refused.Message}").ConfigureAwait(false);
            return ExitCode.SomethingFailed;
        }

        var season = await Season.FindAsync(shop, fans.Scout.Token, around.Time).ConfigureAwait(false);
        var since = await InReachAsync(records.NowAsync).ConfigureAwait(false);
        var ledger = new Ledger(around.Time);
        var stats = await PushAsync(new Ticketing(shop, season, fans, options.SignInEach, _tally, ledger, around.Time)).ConfigureAwait(false);
        var told = ledger.Read();
        await TellAsync(stats, told).ConfigureAwait(false);

        var verdict = await InReachAsync(() => new SaleCheck(records, shop, fans.Scout.Token).RunAsync(ledger, since, new Terms())).ConfigureAwait(false);
        await TellAsync(verdict, told).ConfigureAwait(false);
        var code = !verdict.Holds ? ExitCode.CheckFailed : Failed > 0 ? ExitCode.SomethingFailed : ExitCode.Good;
        await SayAsync($"result: {ResultInWords(code)} - packages: {Packages.InWords}").ConfigureAwait(false);
        return code;
    }

    /// <summary>Flows that failed, and those that never came to an end.</summary>
    private int Failed => _tally.Ended(Outcome.Failed) + _tally.InFlight;

    private async Task<int> AccountsAsync(ISaleRecords records)
    {
        var available = await InReachAsync(records.CountFansAsync).ConfigureAwait(false);
        if (available == 0) throw new NoSystemException("the system has no seeded accounts: nobody to buy");
        if (options.Accounts > available) throw new UsageException($"--accounts {options.Accounts} is more than the {available} accounts the system has");
        return options.Accounts ?? Fans.Sensible(options.Rate, available);
    }

    private async Task SignInAsync(ShopClient shop, Fans fans)
    {
        var begun = Stopwatch.GetTimestamp();
        var howMany = options.SignInEach ? 1 : fans.Count;
        await fans.SignInFirstAsync(shop, howMany, around.Time).ConfigureAwait(false);
        await SayAsync(string.Create(CultureInfo.InvariantCulture, $"signed in {howMany} of {fans.Count} accounts in {Stopwatch.GetElapsedTime(begun).TotalSeconds:0.0} s")).ConfigureAwait(false);
    }

    private async Task<ScenarioStats> PushAsync(Ticketing ticketing)
    {
        using var ended = new CancellationTokenSource();
        var progress = new Progress(_tally, around.Output, around.Watched).RunAsync(ended.Token);
        var scenario = ticketing.AtRate(options.Rate, TimeSpan.FromSeconds(options.Seconds));
        var stats = await Task.Run(() => NBomberRunner.RegisterScenarios(scenario).WithoutReports().Run()).ConfigureAwait(false);
        await ended.CancelAsync().ConfigureAwait(false);
        await progress.ConfigureAwait(false);
        return stats.GetScenarioStats(Ticketing.Name);
    }

    private async Task TellAsync(ScenarioStats stats, History told)
    {
        await SayAsync("").ConfigureAwait(false);
        await around.Output.WriteAsync(StepTable.Of(stats)).ConfigureAwait(false);
        await SayAsync("").ConfigureAwait(false);
        await SayAsync(
            $"flows: {_tally.Started} of {options.Rate * options.Seconds} started, {_tally.Ended(Outcome.Ok)} ok ({_tally.SoldOut} found nothing left), "
            + $"{_tally.Ended(Outcome.Refused)} refused, {_tally.Ended(Outcome.Shed)} shed, {Failed} failed").ConfigureAwait(false);
        await SayAsync(string.Create(CultureInfo.InvariantCulture,
            $"sales: {told.Acknowledged.Count} acknowledged ({told.Acknowledged.Count / (double)options.Seconds:0.0} a second), {told.Acknowledged.Sum(sale => sale.Seats.Count)} seats, {told.UnknownSales.Count} unknown")).ConfigureAwait(false);
        foreach (var failure in _tally.Failures) await SayAsync($"failed: {failure}").ConfigureAwait(false);
    }

    private async Task TellAsync(Verdict verdict, History told)
    {
        await SayAsync("").ConfigureAwait(false);
        foreach (var finding in verdict.Findings)
        {
            await SayAsync($"{(finding.Holds ? "holds" : "FAILS")}  {finding.Sentence}").ConfigureAwait(false);
            await SaySomeAsync("         ", finding.Differences).ConfigureAwait(false);
        }

        await SaySomeAsync("note   ", verdict.Notes).ConfigureAwait(false);
        if (told.Acknowledged.Count == 0) await SayAsync("note   nothing was sold, so there was little to compare").ConfigureAwait(false);
        await SayAsync("").ConfigureAwait(false);
    }

    private string ResultInWords(int code) => code switch
    {
        ExitCode.CheckFailed => "the sale check FAILS",
        ExitCode.SomethingFailed => $"the sale check holds, {Failed} flows failed",
        _ => "the sale check holds, nothing failed",
    };

    private async Task SaySomeAsync(string before, IReadOnlyList<string> lines)
    {
        const int shown = 5;
        foreach (var line in lines.Take(shown).SelectMany(difference => difference.Split('\n'))) await SayAsync(before + line).ConfigureAwait(false);
        if (lines.Count > shown) await SayAsync($"{before}and {lines.Count - shown} more").ConfigureAwait(false);
    }

    private Task SayAsync(string line) => around.Output.WriteLineAsync(line);

    private static async Task<T> InReachAsync<T>(Func<Task<T>> read)
    {
        try
        {
            return await read().ConfigureAwait(false);
        }
        catch (Exception away) when (away is DbException or ArgumentException or InvalidOperationException or IOException or TimeoutException or System.Net.Sockets.SocketException)
        {
            throw new NoSystemException($"the primary database is out of reach of the checks: {away.Message}");
        }
    }
}
