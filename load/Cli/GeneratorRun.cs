using Dugout.Load.Client;
using Dugout.Load.Exits;
using Dugout.Load.Measuring;
using Dugout.Load.Results;
using Dugout.Load.ScenarioRuns;
using NBomber.CSharp;

namespace Dugout.Load.Cli;

/// <summary>
/// Measures the generator alone: iterations that do nothing but are measured as usual, at rising rates. Reports how many starts per second half a
/// core can send, and how many of them are late at half that rate.
/// </summary>
internal sealed class GeneratorRun(CommandContext context)
{
    /// <summary>The command's name.</summary>
    public const string Name = "generator";

    private const double HalfCore = 0.5;
    private const int Seconds = 3;
    private const int LeastRate = 1_000;
    private const int GreatestRate = 256_000;

    /// <summary>Runs and returns the exit code.</summary>
    public async Task<int> RunAsync()
    {
        await PrintAsync($"{Name}: starts that do nothing, {Seconds} s each; {Environment.ProcessorCount} cores, load {string.Join(' ', Circumstances.LoadAverages())}, {Circumstances.Build(Circumstances.IsOptimized)}");
        if (!Sends.AreKnown) await PrintAsync("late starts are unknown with this package");
        await MeasureAsync(LeastRate); // once for the compiler
        var (below, above) = (new RateResult(0, 0, 0, 0), await MeasureAsync(LeastRate));
        for (; above.Cores < HalfCore && above.Rate < GreatestRate; (below, above) = (above, await MeasureAsync((int)above.Rate * 2)))
        {
            await PrintAsync(above.InWords);
        }

        await PrintAsync(above.InWords);
        var atHalf = above.Cores < HalfCore ? above.Rate : below.Rate + ((above.Rate - below.Rate) * (HalfCore - below.Cores) / (above.Cores - below.Cores));
        var half = await MeasureAsync(Math.Max(1, (int)(atHalf / 2)));
        await PrintAsync(FormattableString.Invariant($"at half a core: {(above.Cores < HalfCore ? "more than " : "about ")}{atHalf:0} starts a second; at 50 % of that rate: {half.InWords}"));
        await PrintAsync($"packages: {Packages.InWords}");
        return ExitCode.Good;
    }

    private static async Task<RateResult> MeasureAsync(int rate)
    {
        var (sends, recorder) = (new Sends(), new Recorder(TimeSpan.FromSeconds(Seconds)));
        var props = sends.Watch(Scenario.Create(Name, context =>
        {
            recorder.Begin(Sends.Due(context)).End(Outcome.Ok, "ok");
            return Task.FromResult<NBomber.Contracts.IResponse>(Response.Ok());
        })).WithoutWarmUp().WithLoadSimulations(Simulation.Inject(rate, TimeSpan.FromSeconds(1), TimeSpan.FromSeconds(Seconds)));
        var before = TimeSpan.Zero;
        recorder.Began = () => before = Environment.CpuUsage.TotalTime;
        var cores = await EndOfLoad.ReadAsync(recorder, NBomberSession.RunAsync(props), () => Task.FromResult((Environment.CpuUsage.TotalTime - before) / recorder.Elapsed));
        return new RateResult(
            recorder.Iterations.Count(Outcome.Ok) / (double)Seconds, cores,
            sends.Seconds.Sum(second => second.Late) / Math.Max(1.0, sends.Seconds.Sum(second => second.Due)), sends.Latest.TotalMilliseconds);
    }

    private Task PrintAsync(string line) => context.Output.WriteLineAsync(line);

    /// <summary>The results of a rate: cores used, the share of starts late by more than 1 ms, and the longest delay in milliseconds.</summary>
    private sealed record RateResult(double Rate, double Cores, double Late, double Latest)
    {
        public string InWords => FormattableString.Invariant($"{Rate:0} a second: {100 * Cores:0.0} % of a core, {100 * Late:0.00} % late by more than 1 ms, the latest by {Latest:0.0} ms");
    }
}
