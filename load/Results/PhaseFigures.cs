namespace Dugout.Load.Results;

/// <summary>
/// What became of each phase of an open load, by the seconds it lasted. Starts belong to the second in which they were due, answers to the one in which they came: what is slow in
/// the last second of a phase counts in the next.
/// </summary>
/// <param name="Phase">The phase.</param>
/// <param name="Due">Flows that should have started; 0 where nobody knows.</param>
/// <param name="Dropped">Those that did not.</param>
/// <param name="Ok">Flows that ended ok, the ones that left included.</param>
/// <param name="TimedOut">Flows that ended in a time-out.</param>
/// <param name="Failed">Flows that failed in another way.</param>
/// <param name="P50">Of the p50s of its seconds the median, in µs.</param>
/// <param name="P99">Of the p99s of its seconds the median, in µs.</param>
/// <param name="WorstP99">The highest of them, in µs.</param>
internal sealed record PhaseFigures(PhaseRecord Phase, int Due, int Dropped, int Ok, int TimedOut, int Failed, long P50, long P99, long WorstP99)
{
    /// <summary>One for each phase. A pure function of the record.</summary>
    public static IEnumerable<PhaseFigures> Of(RunRecord record)
    {
        var series = record.Flows.Series;
        var end = 0;
        foreach (var phase in record.Settings.Phases)
        {
            var (from, to) = (end, end + phase.Seconds);
            // Seconds in which nothing ended ok have no times.
            long[] halves = [.. Within(series.P50).Where(time => time > 0).Order()];
            long[] tails = [.. Within(series.P99).Where(time => time > 0).Order()];
            yield return new PhaseFigures(
                phase, Within(record.Sends.Due).Sum(), Within(record.Sends.Dropped).Sum(), Within(series.Ok).Sum() + Within(series.Left).Sum(), Within(series.TimeOut).Sum(),
                Within(series.ClientError).Sum() + Within(series.Fault).Sum(), Middle(halves), Middle(tails), tails.LastOrDefault());
            end = to;

            IEnumerable<T> Within<T>(IReadOnlyList<T> seconds) => seconds.Take(to).Skip(from);
        }
    }

    private static long Middle(long[] sorted) => sorted.Length == 0 ? 0 : sorted[sorted.Length / 2];
}
