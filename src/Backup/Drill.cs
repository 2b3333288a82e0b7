using System.Diagnostics;
using System.Globalization;
using Dugout.Load.Checks;
using Dugout.Load.Client;

namespace Dugout.Backup;

/// <summary>
/// A rehearsal of backup and restore: a system is written to while it is backed up, is lost with all its data, and is restored from the backup alone. Then
/// the rows are counted and compared, the rules of the sale are checked, and every sale acknowledged before the backup is looked up.
/// </summary>
internal sealed class Drill(TextWriter output, TimeProvider time)
{
    /// <summary>The minimum number of sales before the backup, and after it, for a conclusive rehearsal.</summary>
    private const int Enough = 20;

    private static readonly TimeSpan Patience = TimeSpan.FromMinutes(1);

    private readonly List<string> _wrong = [];

    /// <summary>Runs it and returns the exit code.</summary>
    /// <exception cref="NoSystemException">A system did not start, or has nothing on sale.</exception>
    public async Task<int> RunAsync(CancellationToken cancel)
    {
        using var folder = new DrillFolder();
        await SayAsync("1. Dump: a system is started, and fans buy seats of it without a pause.");
        var (dump, sales, token) = await DumpAsync(folder, cancel);
        var (before, after) = (sales.Where(sale => sale.Acknowledged < dump.Asked).ToList(), sales.Where(sale => sale.Asked > dump.Stood).ToList());
        await SayAsync(string.Create(CultureInfo.InvariantCulture,
            $"   {dump.Manifest.Tables.Sum(table => table.Rows)} rows of {dump.Manifest.Tables.Count} tables at {dump.Manifest.Position ?? "an unknown position"}, {new FileInfo(Path.Combine(folder.Backup, Dump.File)).Length / 1e6:0.0} MB; {before.Count} sales were acknowledged before, {after.Count} begun afterwards."));

        Directory.Delete(folder.Lost, recursive: true);
        await SayAsync("2. Lose: the system is stopped, and its folder is gone with all data, logs, keys and passwords.");
        await SayAsync("3. Restore: new servers, a new primary and a new replica, are given the dump.");
        var begun = Stopwatch.GetTimestamp();
        Note("rows and hash of every table are those of the dump, on the primary and on the replica", await BackupFolder.RestoreAsync(folder.Backup, folder.Restored, cancel));
        await SayAsync(string.Create(CultureInfo.InvariantCulture, $"   put back and compared in {Stopwatch.GetElapsedTime(begun).TotalSeconds:0.0} s"));

        await SayAsync("4. Balance: the whole system is started on it.");
        await BalanceAsync(folder.Restored, before, after, token, cancel);

        var code = _wrong.Count > 0 ? ExitCode.CheckFailed : before.Count < Enough || after.Count < Enough ? ExitCode.Undecided : ExitCode.Good;
        await SayAsync($"\nresult: {InWords(code)}");
        return code;
    }

    private async Task<(TakenDump Dump, IReadOnlyList<AcknowledgedSale> Sales, string Token)> DumpAsync(DrillFolder folder, CancellationToken cancel)
    {
        await using var system = await OwnSystem.StartAsync(folder.Lost, cancel);
        using var buyers = new Buyers(system.Running, time);
        await buyers.GetReadyAsync(cancel);
        using var enough = CancellationTokenSource.CreateLinkedTokenSource(cancel);
        var buying = buyers.BuyAsync(enough.Token);
        try
        {
            await UntilAsync(() => buyers.Sales.Count >= Enough, buying, cancel);
            var dump = await BackupFolder.TakeAsync(system.Running, folder.Backup, cancel);
            await UntilAsync(() => buyers.Sales.Count(sale => sale.Asked > dump.Stood) >= Enough, buying, cancel);
            return (dump, await EndAsync(), buyers.Token);
        }
        finally
        {
            await EndAsync();
        }

        async Task<IReadOnlyList<AcknowledgedSale>> EndAsync()
        {
            await enough.CancelAsync();
            await buying;
            return buyers.Sales;
        }
    }

    private async Task BalanceAsync(string runFolder, IReadOnlyList<AcknowledgedSale> before, IReadOnlyList<AcknowledgedSale> after, string token, CancellationToken cancel)
    {
        await using var system = await OwnSystem.StartAsync(runFolder, cancel);
        var records = new SaleDatabase(system.Running.Primary);
        foreach (var rule in Rule.All)
        {
            var breaches = await records.BreachesAsync(rule);
            if (breaches.Count > 0) Note(rule.Sentence, breaches);
        }

        await SayAsync($"   {Rule.All.Count} invariants checked");
        var kept = (await records.ReservationsAsync(DateTime.UtcNow.AddYears(1), [.. before.Concat(after).Select(sale => sale.Reservation)])).Select(row => row.Id).ToHashSet();
        Note("every sale acknowledged before the dump is there", [.. before.Where(sale => !kept.Contains(sale.Reservation)).Select(Words)]);
        Note("no sale begun after the dump is there", [.. after.Where(sale => kept.Contains(sale.Reservation)).Select(Words)]);

        using var buyers = new Buyers(system.Running, time);
        var mine = await buyers.MineAsync(token);
        Note("a fan who was signed in before still is, and sees what they bought", mine.Body is { Items.Length: > 0 } ? [] : [$"{mine.Status} {mine.Detail}".TrimEnd()]);

        await buyers.GetReadyAsync(cancel);
        using var enough = CancellationTokenSource.CreateLinkedTokenSource(cancel);
        var buying = buyers.BuyAsync(enough.Token);
        await UntilAsync(() => buyers.Sales.Count > 0, buying, cancel);
        await enough.CancelAsync();
        await buying;
        Note("it sells again", buyers.Sales.Count > 0 ? [] : ["no fan could buy a seat"]);
        await SayAsync(_wrong.Count == 0 ? "   all checks passed" : string.Join('\n', _wrong));
    }

    /// <summary>Waits for a condition, up to a limit, and no longer than the fans buy.</summary>
    private static async Task UntilAsync(Func<bool> isSo, Task buying, CancellationToken cancel)
    {
        var since = Stopwatch.GetTimestamp();
        while (!isSo() && !buying.IsCompleted && Stopwatch.GetElapsedTime(since) < Patience) await Task.Delay(TimeSpan.FromMilliseconds(20), cancel);
    }

    private void Note(string sentence, IReadOnlyList<string> differences)
    {
        if (differences.Count > 0) _wrong.Add(string.Join('\n', differences.Prepend($"   FAILS  {sentence}").Select((line, place) => place == 0 ? line : $"            {line}")));
    }

    private static string Words(AcknowledgedSale sale) => string.Create(CultureInfo.InvariantCulture, $"reservation {sale.Reservation}");

    private static string InWords(int code) => code switch
    {
        ExitCode.CheckFailed => "what came back is NOT what was there",
        ExitCode.Undecided => "too few sales before or after the dump to show anything; what came back is what was there",
        _ => "all is back, to the row",
    };

    private Task SayAsync(string line) => output.WriteLineAsync(line);
}
