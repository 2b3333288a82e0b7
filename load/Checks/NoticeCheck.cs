using System.Diagnostics;
using Dugout.Load.Checks.Histories;
using Dugout.Load.Client;

namespace Dugout.Load.Checks;

/// <summary>Tracks the notices of a run: counts the partner's pushes before the run, and waits after the run for pushes in flight.</summary>
/// <param name="records">The rows.</param>
/// <param name="readPushed">Requests the number of distinct pushes that the push partner has accepted for each device, by the device's token; null where there is no
/// partner.</param>
/// <param name="quiet">The wait ends after this time without another push; null for the default, which is longer than the pause after a failed push.</param>
internal sealed class NoticeCheck(ISaleRecords records, Func<Task<IReadOnlyDictionary<string, int>?>> readPushed, TimeSpan? quiet = null)
{
    /// <summary>A message that failed once or twice is retried within this time.</summary>
    private static readonly TimeSpan UsualQuiet = TimeSpan.FromSeconds(20);

    /// <summary>The time between two reads of the partner's record, which may be long.</summary>
    private static readonly TimeSpan Pause = TimeSpan.FromSeconds(1);

    /// <summary>The longest wait, regardless of the number of pushes.</summary>
    private static readonly TimeSpan Longest = TimeSpan.FromMinutes(15);

    private IReadOnlyDictionary<string, int> _before = new Dictionary<string, int>();

    /// <summary>Reads the partner's record before the run.</summary>
    /// <returns>Whether there is a partner whose record can be read; without one, nothing is tracked.</returns>
    public async Task<bool> BeginAsync()
    {
        if (await readPushed() is not { } before) return false;
        _before = before;
        return true;
    }

    /// <summary>Waits for pushes in flight, and compares.</summary>
    /// <param name="devices">The devices of the run.</param>
    /// <param name="since">When the run began, by the database's clock.</param>
    /// <param name="cancel">Ends the wait.</param>
    /// <returns>The comparison, and the length of the wait, in seconds.</returns>
    /// <exception cref="NoSystemException">The partner became unavailable.</exception>
    public async Task<(NoticeConsistency Result, double Seconds)> RunAsync(IReadOnlyList<FansDevice> devices, DateTime since, CancellationToken cancel)
    {
        var begun = Stopwatch.GetTimestamp();
        var result = await CompareAsync(devices, since);
        var moved = Stopwatch.StartNew();
        while (result.Missing.Count > 0 && moved.Elapsed < (quiet ?? UsualQuiet) && Stopwatch.GetElapsedTime(begun) < Longest && !cancel.IsCancellationRequested)
        {
            await Task.Delay(Pause, CancellationToken.None);
            var now = await CompareAsync(devices, since);
            if (now.Pushed > result.Pushed) moved.Restart();
            result = now;
        }

        return (result, Math.Round((Stopwatch.GetElapsedTime(begun) - moved.Elapsed).TotalSeconds, 1));
    }

    // Read the partner's record first: a notice created between the two reads is missing, and the next read finds it.
    private async Task<NoticeConsistency> CompareAsync(IReadOnlyList<FansDevice> devices, DateTime since)
    {
        var pushed = await readPushed() ?? throw new NoSystemException("the push partner stopped responding");
        var made = await records.NoticesAsync(since);
        return NoticeConsistency.Of(devices, made, pushed.ToDictionary(device => device.Key, device => device.Value - _before.GetValueOrDefault(device.Key), StringComparer.Ordinal));
    }
}
