// One run through a scenario. It is the context its steps are given, and it times them; it is also the work item that a
// start puts on the thread pool, so a start allocates this and nothing else.

using System.Diagnostics;
using Dugout.Generator;
using NBomber.Contracts;
using NBomber.CSharp;

namespace NBomber.Engine;

internal sealed class Iteration(Load load, int thread, int invocation, long? due) : IScenarioContext, IScheduledIteration, IThreadPoolWorkItem
{
    private ScenarioInfo? _info;

    public ScenarioInfo ScenarioInfo => _info ??= load.Info with { ThreadNumber = thread };
    public int InvocationNumber => invocation;
    public long? Due => due;
    public bool RestartOnFail => load.Scenario.RestartIterationOnFail;

    public void StopCurrentTest(string reason) => load.Stop.Cancel();

    public async void Execute()
    {
        await RunAsync().ConfigureAwait(false);
        load.InFlight.Leave();
    }

    public async Task RunAsync()
    {
        var begun = Stopwatch.GetTimestamp();
        if (due is { } meant) load.Log?.Started(meant, begun);
        IResponse response;
        try
        {
            response = await load.Scenario.Run(this).ConfigureAwait(false);
        }
        catch (IterationEndedException)
        {
            response = Response.Fail(); // its failed step carries code and message
        }
        catch (Exception fault)
        {
            response = Failures.Of<object>(fault);
        }

        load.Measurements.AddIteration(response, Stopwatch.GetElapsedTime(begun));
        if (load.Measurements.Fails >= load.Scenario.MaxFailCount) load.Stop.Cancel();
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

        load.Measurements.AddStep(step, response, Stopwatch.GetElapsedTime(begun));
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
