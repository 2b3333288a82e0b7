using Dugout.Load.Exits;
using Dugout.Load.Results;

namespace Dugout.Load.Rehearsals;

/// <summary>What a model predicts for a run that it was not fitted to, and what was measured. Times are seconds from the opening.</summary>
/// <param name="Run">The run.</param>
/// <param name="SoldOut">Predicted time until the last seat is sold; null if some are left.</param>
/// <param name="NineTenths">Predicted time until nine tenths are sold; null if they are not.</param>
/// <param name="WaitP50">Predicted p50 of the waiting time.</param>
internal sealed record Prediction(RunRecord Run, double? SoldOut, double? NineTenths, double WaitP50)
{
    /// <summary>The greatest error of a predicted time, relative to the measured one.</summary>
    public const double MostError = 0.15;

    /// <summary>Simulations, each with a seed of its own: the median counts, since one depends on the moment of the first tick.</summary>
    private const int Simulations = 9;

    /// <summary>The error of <see cref="SoldOut"/>, relative to the measured time; infinite where one is sold out and the other is not.</summary>
    public double SoldOutError => ErrorOf(SoldOut, Run.Opening!.SoldOutAfterSeconds);

    /// <summary>The error of <see cref="NineTenths"/>, likewise.</summary>
    public double NineTenthsError => ErrorOf(NineTenths, MeasuredOpening.NineTenthsAfter(Run.Opening!));

    /// <summary>
    /// Whether the errors are small enough: of nine tenths, and of the last seat if it was sold. Where a few seats were left because hardly more fans came than could buy them, chance decides about the
    /// last one.
    /// </summary>
    public bool Passed => Math.Abs(NineTenthsError) <= MostError && (Run.Opening!.SoldOutAfterSeconds is null || Math.Abs(SoldOutError) <= MostError);

    /// <summary>Predicts a run.</summary>
    /// <param name="model">The model.</param>
    /// <param name="fitted">The runs that it was fitted to.</param>
    /// <param name="run">The run to predict.</param>
    /// <exception cref="UsageException">The model was fitted to the run, or the run cannot be compared with it.</exception>
    public static Prediction Of(RehearsalModel model, IReadOnlyList<RunRecord> fitted, RunRecord run)
    {
        MeasuredOpening.EnsureUsable(run);
        if (fitted.Any(one => one.BeganAt == run.BeganAt)) throw new UsageException(FormattableString.Invariant($"the model was fitted to the run of {run.BeganAt.UtcDateTime:yyyy-MM-dd HH:mm:ss}: only an unseen run can check it"));
        var sale = RehearsedSale.Of(run);
        List<RehearsalResult> results = [.. Enumerable.Range(1, Simulations).Select(seed => Rehearsal.Run(model, sale with { Seed = seed }))];
        return new(run, MedianOf(results.Select(result => result.SoldOutAfter)), MedianOf(results.Select(result => result.NineTenthsAfter)), RehearsalModel.Median(results.Select(result => result.WaitP50)));
    }

    /// <summary>The difference of a predicted to a measured time, relative to that; infinite where there is only one of them.</summary>
    public static double ErrorOf(double? predicted, double? measured) => (predicted, measured) switch
    {
        ({ } expected, > 0) => (expected / measured.Value) - 1,
        (null, null) => 0,
        _ => double.PositiveInfinity,
    };

    /// <summary>The median; null where fewer than half have a time.</summary>
    private static double? MedianOf(IEnumerable<double?> times)
    {
        double[] sorted = [.. times.Select(time => time ?? double.PositiveInfinity).Order()];
        return double.IsFinite(sorted[sorted.Length / 2]) ? sorted[sorted.Length / 2] : null;
    }
}
