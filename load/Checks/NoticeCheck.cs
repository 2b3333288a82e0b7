using System.Diagnostics;
using Dugout.Load.Checks.Histories;
using Dugout.Load.Client;

namespace Dugout.Load.Checks;

/// <summary>Follows what becomes of the notices of a run: counts what the push partner has taken before it, and waits after it for those that are still on their way.</summary>
/// <param name="records">The rows.</param>
/// <param name="askPushed">Asks the push partner how many different pushes it has taken for each device, by the device's token; null where there is none.</param>
/// <param name="quiet">After so long without another push nothing is waited for any more; null for the usual time, which is longer than a failed push is paused.</param>
internal sealed class NoticeCheck(ISaleRecords records, Func<Task<IReadOnlyDictionary<string, int>?>> askPushed, TimeSpan? quiet = null)
{
    /// <summary>A message that failed once or twice is tried again before this.</summary>
    private static readonly TimeSpan UsualQuiet = TimeSpan.FromSeconds(20);

    /// <summary>Between two looks at a book that may be long.</summary>
    private static readonly TimeSpan Pause = TimeSpan.FromSeconds(1);

    /// <summary>However much there is to push.</summary>
    private static readonly TimeSpan Longest = TimeSpan.FromMinutes(15);

    private IReadOnlyDictionary<string, int> _before = new Dictionary<string, int>();

    /// <summary>Looks at the book before the run.</summary>
    /// <returns>Whether there is a partner whose book can be looked at; where not, nothing is followed.</returns>
    public async Task<bool> BeginAsync()
    {
        if (await askPushed().ConfigureAwait(false) is not { } before) return false;
        _before = before;
        return true;
    }

    /// <summary>Waits for what is on its way, and balances.</summary>
    /// <param name="devices">The devices of the run.</param>
    /// <param name="since">When the run began, by the database's clock.</param>
    /// <param name="cancel">Waits no longer.</param>
    /// <returns>The balance, and how long was waited, in seconds.</returns>
    /// <exception cref="NoSystemException">The partner went away.</exception>
    public async Task<(NoticeBalance Balance, double Seconds)> RunAsync(IReadOnlyList<FansDevice> devices, DateTime since, CancellationToken cancel)
    {
        var begun = Stopwatch.GetTimestamp();
        var balance = await BalanceAsync(devices, since).ConfigureAwait(false);
        var moved = Stopwatch.StartNew();
        while (balance.Missing.Count > 0 && moved.Elapsed < (quiet ?? UsualQuiet) && Stopwatch.GetElapsedTime(begun) < Longest && !cancel.IsCancellationRequested)
        {
            await Task.Delay(Pause, CancellationToken.None).ConfigureAwait(false);
            var now = await BalanceAsync(devices, since).ConfigureAwait(false);
            if (now.Pushed > balance.Pushed) moved.Restart();
            balance = now;
        }

        return (balance, Math.Round((Stopwatch.GetElapsedTime(begun) - moved.Elapsed).TotalSeconds, 1));
    }

    // The book first: what comes between the two looks is missing, and looked for again.
    private async Task<NoticeBalance> BalanceAsync(IReadOnlyList<FansDevice> devices, DateTime since)
    {
        var pushed = await askPushed().ConfigureAwait(false) ?? throw new NoSystemException("the push partner doesn't answer any more");
        var made = await records.NoticesAsync(since).ConfigureAwait(false);
        return NoticeBalance.Of(devices, made, pushed.ToDictionary(device => device.Key, device => device.Value - _before.GetValueOrDefault(device.Key), StringComparer.Ordinal));
    }
}
