namespace Dugout.Load.Results;

/// <summary>
/// The results of each phase of an open load, by its seconds. Starts belong to the second in which they were due, responses to the one in which they arrived: a slow response at
/// the end of a phase counts in the next.
/// </summary>
/// <param name="Phase">The phase.</param>
/// <param name="Due">Iterations that should have started; 0 where unknown.</param>
/// <param name="Dropped">Those that did not start.</param>
/// <param name="Ok">Iterations that ended ok, including those that left.</param>
/// <param name="TimedOut">Iterations that ended in a time-out.</param>
/// <param name="Failed">Iterations that failed otherwise.</param>
/// <param name="P50">The median of the p50s of its seconds, in µs.</param>
/// <param name="P99">The median of the p99s of its seconds, in µs.</param>
/// <param name="WorstP99">The highest p99 of its seconds, in µs.</param>
internal sealed record PhaseFigures(PhaseRecord Phase, int Due, int Dropped, int Ok, int TimedOut, int Failed, long P50, long P99, long WorstP99)
{
    /// <summary>The results of each phase. A pure function of the record.</summary>
    public static IEnumerable<PhaseFigures> Of(RunRecord record)
    {
        var series = record.Iterations.Series;
        var end = 0;
        foreach (var phase in record.Settings.Phases)
        {
            var (from, to) = (end, end + phase.Seconds);
            // Seconds in which no iteration ended ok have no times.
            long[] medians = [.. Within(series.P50).Where(time => time > 0).Order()];
            long[] tails = [.. Within(series.P99).Where(time => time > 0).Order()];
            yield return new PhaseFigures(
                phase, Within(record.Sends.Due).Sum(), Within(record.Sends.Dropped).Sum(), Within(series.Ok).Sum() + Within(series.Left).Sum(), Within(series.TimeOut).Sum(),
                Within(series.ClientError).Sum() + Within(series.Fault).Sum(), Middle(medians), Middle(tails), tails.LastOrDefault());
            end = to;

            IEnumerable<T> Within<T>(IReadOnlyList<T> seconds) => seconds.Take(to).Skip(from);
        }
    }

    private static long Middle(long[] sorted) => sorted.Length == 0 ? 0 : sorted[sorted.Length / 2];
}
