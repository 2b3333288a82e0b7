// What a run answers: counts, times and status codes a step, a scenario and the whole. Times are milliseconds with two decimals.

namespace NBomber.Contracts.Stats;

public sealed record RequestStats(int Count, double RPS);

public sealed record LatencyStats(
    double MinMs, double MeanMs, double MaxMs, double Percent50, double Percent75, double Percent95, double Percent99, double StdDev);

public sealed record DataTransferStats(long AllBytes);

public sealed record StatusCodeStats(string StatusCode, bool IsError, string Message, int Count);

public sealed record MeasurementStats(RequestStats Request, LatencyStats Latency, DataTransferStats DataTransfer, StatusCodeStats[] StatusCodes);

public sealed record StepStats(string StepName, MeasurementStats Ok, MeasurementStats Fail);

public sealed record ScenarioStats(string ScenarioName, MeasurementStats Ok, MeasurementStats Fail, StepStats[] StepStats, TimeSpan Duration)
{
    // Steps and iterations together.
    public int AllOkCount => Ok.Request.Count + StepStats.Sum(step => step.Ok.Request.Count);
    public int AllFailCount => Fail.Request.Count + StepStats.Sum(step => step.Fail.Request.Count);
    public int AllRequestCount => AllOkCount + AllFailCount;

    public StepStats GetStepStats(string stepName) => StepStats.Single(step => step.StepName == stepName);
}

public sealed record NodeStats(ScenarioStats[] ScenarioStats, TimeSpan Duration)
{
    public int AllOkCount => ScenarioStats.Sum(scenario => scenario.AllOkCount);
    public int AllFailCount => ScenarioStats.Sum(scenario => scenario.AllFailCount);
    public int AllRequestCount => AllOkCount + AllFailCount;

    public ScenarioStats GetScenarioStats(string scenarioName) => ScenarioStats.Single(scenario => scenario.ScenarioName == scenarioName);
}
