// The nouns a scenario is written with: its context, its properties, and the shapes of load.

using Dugout.Generator;

namespace NBomber.Contracts;

public enum ScenarioOperation
{
    Init = 0,
    Clean = 1,
    WarmUp = 2,
    Bombing = 3,
}

public sealed record ScenarioInfo(string ScenarioName, int ThreadNumber, TimeSpan ScenarioDuration, ScenarioOperation ScenarioOperation);

public interface IScenarioContext
{
    ScenarioInfo ScenarioInfo { get; }
    int InvocationNumber { get; }
    void StopCurrentTest(string reason);
}

public sealed record ScenarioProps
{
    internal ScenarioProps(string name, Func<IScenarioContext, Task<IResponse>> run) => (ScenarioName, Run) = (name, run);

    public string ScenarioName { get; }

    internal Func<IScenarioContext, Task<IResponse>> Run { get; }
    internal TimeSpan? WarmUpDuration { get; init; } = TimeSpan.FromSeconds(30);
    internal IReadOnlyList<LoadSimulation> LoadSimulations { get; init; } = [new KeepConstant(1, TimeSpan.FromMinutes(1))];
    internal bool RestartIterationOnFail { get; init; } = true;
    internal int MaxFailCount { get; init; } = 5_000;
    internal SendLog? SendLog { get; init; }
    internal int MostInFlight { get; init; } = int.MaxValue;
}

public sealed record NBomberContext
{
    internal NBomberContext(IReadOnlyList<ScenarioProps> scenarios) => Scenarios = scenarios;

    internal IReadOnlyList<ScenarioProps> Scenarios { get; }
    internal string ReportFolder { get; init; } = Path.Combine(".", "reports", Guid.NewGuid().ToString("N"));
}

// Upstream this is a union; callers only ever see it through the factory methods of Simulation.
public abstract record LoadSimulation
{
    private protected LoadSimulation(TimeSpan during) => During = during;

    internal TimeSpan During { get; }
}

internal sealed record Inject(int Rate, TimeSpan Interval, TimeSpan During) : LoadSimulation(During);

internal sealed record RampingInject(int Rate, TimeSpan Interval, TimeSpan During) : LoadSimulation(During);

internal sealed record KeepConstant(int Copies, TimeSpan During) : LoadSimulation(During);

internal sealed record Pause(TimeSpan During) : LoadSimulation(During);
