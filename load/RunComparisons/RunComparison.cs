using Dugout.Load.Client;
using Dugout.Load.Exits;
using Dugout.Load.Results;

namespace Dugout.Load.RunComparisons;

/// <summary>Two single runs of a scenario, figure by figure. Pure functions of their records; there is no verdict.</summary>
internal sealed record RunComparison
{
    /// <summary>Why there is no verdict.</summary>
    public const string NoVerdict =
        "No verdict: these are two single runs, and there is no A against A, which would show how much two runs of the same system differ. For a verdict, run an experiment (load -- run).";

    private RunComparison(RunRecord a, RunRecord b) => (A, B) = (a, b);

    /// <summary>The first run.</summary>
    public RunRecord A { get; }

    /// <summary>The second.</summary>
    public RunRecord B { get; }

    /// <summary>Why figures must not be trusted, a sentence each.</summary>
    public IReadOnlyList<string> Warnings => RunWarnings.Of(A, B);

    /// <summary>The circumstances in which they differ.</summary>
    public IReadOnlyList<RunCircumstance> Differing => RunCircumstance.Differing(A, B);

    /// <summary>Throughput, latency and errors of iterations, errors of the steps that have any, and the CPU use of each process.</summary>
    public IReadOnlyList<RunFigure> Figures => [Figure("ok iterations per second", Throughput), .. Latencies(), .. Errors(), .. Cpu()];

    /// <summary>The latency of the ok responses of each step and of the ok iterations, in µs; null where a run has none.</summary>
    public IReadOnlyList<(string Step, Durations? A, Durations? B)> Steps => [.. Names(run => run.Steps.Append(run.Iterations).Select(step => step.Name)).Select(name => (name, Ok(A, name), Ok(B, name)))];

    /// <summary>Compares two runs.</summary>
    /// <exception cref="UsageException">They are of different scenarios.</exception>
    public static RunComparison Of(RunRecord a, RunRecord b) => a.Scenario == b.Scenario
        ? new RunComparison(a, b)
        : throw new UsageException($"the records are of different scenarios: {a.Scenario} and {b.Scenario}");

    /// <summary>A percentile of both, in ms.</summary>
    public static RunFigure Percentile(string name, double percent, Durations? a, Durations? b) => new(name, a?.Percentile(percent) / 1e3, b?.Percentile(percent) / 1e3);

    private IEnumerable<RunFigure> Latencies()
    {
        var (a, b) = (Ok(A, A.Iterations.Name), Ok(B, B.Iterations.Name));
        yield return new RunFigure("mean, ms", Mean(a), Mean(b));
        foreach (var percent in (int[])[50, 95, 99]) yield return Percentile(FormattableString.Invariant($"p{percent}, ms"), percent, a, b);
        yield return new RunFigure("max, ms", a?.Max / 1e3, b?.Max / 1e3);
    }

    private IEnumerable<RunFigure> Errors()
    {
        yield return Figure("failed iterations", run => ConsoleSummary.Failed(run), isCount: true);
        yield return Figure("shed iterations", run => run.Iterations.Count(Outcome.Shed), isCount: true);
        foreach (var name in Names(run => run.Steps.Select(step => step.Name)))
        {
            RunFigure[] errors = [Count("failed", Outcome.ClientError, Outcome.TimeOut, Outcome.Fault), Count("shed", Outcome.Shed)];
            foreach (var error in errors.Where(error => error.A > 0 || error.B > 0)) yield return error;

            RunFigure Count(string inWords, params Outcome[] outcomes) => Figure($"{name}: {inWords}", run => run.Steps.FirstOrDefault(step => step.Name == name)?.Count(outcomes), isCount: true);
        }
    }

    private IEnumerable<RunFigure> Cpu() => Names(run => run.ProcessorSeconds.Keys.Order(StringComparer.Ordinal)).Select(process => Figure(
        $"CPU of {(process == "load" ? "the generator" : process)}, cores", run => run.ProcessorSeconds.TryGetValue(process, out var seconds) && run.Seconds > 0 ? seconds / run.Seconds : null));

    private RunFigure Figure(string name, Func<RunRecord, double?> of, bool isCount = false) => new(name, of(A), of(B), isCount);

    private IEnumerable<string> Names(Func<RunRecord, IEnumerable<string>> of) => of(A).Union(of(B));

    /// <summary>Iterations that ended ok within the load window, divided by its length.</summary>
    private static double? Throughput(RunRecord run) => run.LoadSeconds > 0 ? run.Iterations.Series.Ok.Take(run.LoadSeconds).Sum(count => (long)count) / (double)run.LoadSeconds : null;

    private static double? Mean(Durations? times) => times is { TotalCount: > 0 } ? times.Sum / 1e3 / times.TotalCount : null;

    private static Durations? Ok(RunRecord run, string step) =>
        run.Steps.Append(run.Iterations).FirstOrDefault(one => one.Name == step)?.Of(Outcome.Ok)?.Intended.Open() is { TotalCount: > 0 } times ? times : null;
}
