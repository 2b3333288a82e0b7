// One run through a scenario. It is the context its steps are given, and it times them.

using System.Diagnostics;
using NBomber.Contracts;
using NBomber.CSharp;

namespace NBomber.Engine;

internal sealed class Iteration(ScenarioInfo info, int invocation, ScenarioProps scenario, Measurements measurements, CancellationTokenSource stop) : IScenarioContext
{
    public ScenarioInfo ScenarioInfo => info;
    public int InvocationNumber => invocation;
    public bool RestartOnFail => scenario.RestartIterationOnFail;

    public void StopCurrentTest(string reason) => stop.Cancel();

    public async Task RunAsync()
    {
        var begun = Stopwatch.GetTimestamp();
        IResponse response;
        try
        {
            response = await scenario.Run(this).ConfigureAwait(false);
        }
        catch (IterationEndedException)
        {
            response = Response.Fail(); // its failed step carries code and message
        }
        catch (Exception fault)
        {
            response = Failures.Of<object>(fault);
        }

        measurements.AddIteration(response, Stopwatch.GetElapsedTime(begun));
        if (measurements.Fails > scenario.MaxFailCount) stop.Cancel();
    }

    public async Task<Response<T>> MeasureAsync<T>(string step, Func<Task<Response<T>>> run, Func<Exception, Response<T>> failed)
    {
        var begun = Stopwatch.GetTimestamp();
        Response<T> response;
        try
        {
            response = await run().ConfigureAwait(false);
        }
        catch (Exception fault)
        {
            response = failed(fault);
        }

        measurements.AddStep(step, response, Stopwatch.GetElapsedTime(begun));
        return response;
    }
}

// Leaves an iteration from within its failed step; never seen outside.
internal sealed class IterationEndedException : Exception;

internal static class Failures
{
    public static Response<T> Of<T>(Exception fault) => fault is OperationCanceledException
        ? Response.Fail<T>(statusCode: "-100", message: "operation timeout")
        : Response.Fail<T>(statusCode: "-101", message: fault.Message);
}
