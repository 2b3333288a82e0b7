// The verbs of NBomber's C# API: describe a scenario, time a step, shape the load, run it.

using NBomber.Contracts;
using NBomber.Contracts.Stats;
using NBomber.Engine;

namespace NBomber.CSharp;

public static class Scenario
{
    public static ScenarioProps Create(string name, Func<IScenarioContext, Task<IResponse>> run) =>
        string.IsNullOrWhiteSpace(name) ? throw new ArgumentException("A scenario needs a name.", nameof(name)) : new ScenarioProps(name, run);

    public static ScenarioProps WithWarmUpDuration(this ScenarioProps scenario, TimeSpan duration) => scenario with { WarmUpDuration = duration };

    public static ScenarioProps WithoutWarmUp(this ScenarioProps scenario) => scenario with { WarmUpDuration = null };

    public static ScenarioProps WithLoadSimulations(this ScenarioProps scenario, params LoadSimulation[] loadSimulations) =>
        loadSimulations.Length == 0
            ? throw new ArgumentException("A scenario needs a load simulation.", nameof(loadSimulations))
            : scenario with { LoadSimulations = loadSimulations };

    public static ScenarioProps WithRestartIterationOnFail(this ScenarioProps scenario, bool shouldRestart) =>
        scenario with { RestartIterationOnFail = shouldRestart };

    public static ScenarioProps WithMaxFailCount(this ScenarioProps scenario, int maxFailCount) => scenario with { MaxFailCount = maxFailCount };
}

public static class Step
{
    // A failed step ends its iteration, unless the scenario says WithRestartIterationOnFail(false).
    public static async Task<Response<T>> Run<T>(string name, IScenarioContext context, Func<Task<Response<T>>> run)
    {
        var iteration = (Iteration)context;
        var response = await iteration.MeasureAsync(name, run, Failures.Of<T>).ConfigureAwait(false);
        return response.IsError && iteration.RestartOnFail ? throw new IterationEndedException() : response;
    }
}

public static class Simulation
{
    public static LoadSimulation Inject(int rate, TimeSpan interval, TimeSpan during) =>
        new Inject(Positive(rate), NotBeyond(during, interval), Lasting(during));

    public static LoadSimulation RampingInject(int rate, TimeSpan interval, TimeSpan during) =>
        new RampingInject(NotNegative(rate), NotBeyond(during, interval), Lasting(during));

    public static LoadSimulation KeepConstant(int copies, TimeSpan during) => new KeepConstant(Positive(copies), Lasting(during));

    public static LoadSimulation Pause(TimeSpan during) => new Pause(Lasting(during));

    private static int Positive(int count)
    {
        ArgumentOutOfRangeException.ThrowIfNegativeOrZero(count);
        return count;
    }

    private static int NotNegative(int count)
    {
        ArgumentOutOfRangeException.ThrowIfNegative(count);
        return count;
    }

    private static TimeSpan Lasting(TimeSpan during)
    {
        ArgumentOutOfRangeException.ThrowIfLessThan(during, TimeSpan.FromSeconds(1));
        return during;
    }

    private static TimeSpan NotBeyond(TimeSpan during, TimeSpan interval)
    {
        ArgumentOutOfRangeException.ThrowIfLessThanOrEqual(interval, TimeSpan.Zero);
        ArgumentOutOfRangeException.ThrowIfGreaterThan(interval, during);
        return interval;
    }
}

public static class NBomberRunner
{
    public static NBomberContext RegisterScenarios(params ScenarioProps[] scenarios)
    {
        if (scenarios.Length == 0) throw new ArgumentException("There is no scenario to run.", nameof(scenarios));
        if (scenarios.DistinctBy(scenario => scenario.ScenarioName).Count() != scenarios.Length)
            throw new ArgumentException("Two scenarios have the same name.", nameof(scenarios));
        return new NBomberContext(scenarios);
    }

    // The stand-in never writes reports; with the package a caller has to say so.
    public static NBomberContext WithoutReports(this NBomberContext context) => context;

    public static NBomberContext WithReportFolder(this NBomberContext context, string reportFolderPath) => context with { ReportFolder = reportFolderPath };

    public static NodeStats Run(this NBomberContext context) => Session.Run(context);
}
