using System.Collections.Concurrent;
using System.Diagnostics;
using Dugout.Generator;
using NBomber.Contracts;
using NBomber.CSharp;
using Xunit;

namespace Dugout.StandIns.Tests.NBomber;

public sealed class SendLogTests
{
    private static readonly TimeSpan Second = TimeSpan.FromSeconds(1);

    private readonly SendLog _log = new();

    [Fact]
    public void An_iteration_knows_when_it_was_due_and_never_begins_before()
    {
        var dues = new ConcurrentBag<(long Due, long Begun)>();
        Run(100, 2, context =>
        {
            dues.Add((((IScheduledIteration)context).Due!.Value, Stopwatch.GetTimestamp()));
            return Task.FromResult<IResponse>(Response.Ok());
        });

        Assert.Equal((200L, 200L, 0L), (_log.Total.Due, _log.Total.Started, _log.Total.Dropped));
        Assert.Equal([100, 100], _log.Seconds.Select(second => second.Due));
        Assert.All(dues, start => Assert.True(start.Begun >= start.Due));
        Assert.InRange(Stopwatch.GetElapsedTime(dues.Min(start => start.Due), dues.Max(start => start.Due)).TotalSeconds, 1, 2);
    }

    [Fact]
    public void A_late_start_is_counted_in_the_second_it_was_due()
    {
        _log.Open(begun: 0, 3 * Second);
        var due = (long)(1.5 * Stopwatch.Frequency);

        _log.Due(due);
        _log.Started(due, due + (Stopwatch.Frequency / 2_000)); // half a millisecond is in time
        _log.Due(due);
        _log.Started(due, due + Stopwatch.Frequency);

        Assert.Equal(new SecondOfSends(2, 2, 1, 0), _log.Seconds[1]);
        Assert.Equal((2L, 2L, 1L, 0L), _log.Total);
        Assert.Equal(Second, _log.Latest);
    }

    [Fact]
    public void Starts_are_dropped_while_too_many_are_in_flight()
    {
        var gate = new TaskCompletionSource();
        var stats = Run(10, 2, async context =>
        {
            // Four fill the room within the first second and stay until all twenty have been due.
            if (context.ScenarioInfo.ThreadNumber < 4) await Task.WhenAny(gate.Task, Task.Delay(2_500));
            return Response.Ok();
        }, mostInFlight: 4);

        Assert.Equal(20, _log.Total.Due);
        Assert.InRange(_log.Total.Dropped, 1, 16);
        Assert.Equal(20, _log.Total.Started + _log.Total.Dropped);
        Assert.Equal(_log.Total.Started, stats);
    }

    [Fact]
    public void What_is_not_due_yet_when_the_test_stops_is_not_due()
    {
        var started = Run(100, 60, context =>
        {
            context.StopCurrentTest("enough");
            return Task.FromResult<IResponse>(Response.Ok());
        });

        Assert.InRange(_log.Total.Due, 1, 600); // of six thousand
        Assert.Equal(_log.Total.Due, _log.Total.Started + _log.Total.Dropped);
        Assert.Equal(_log.Total.Started, started);
    }

    [Fact]
    public void A_closed_loop_is_never_due_and_a_warm_up_is_not_logged()
    {
        var due = 0;
        Quiet.Run(Scenario.Create("closed", async context =>
        {
            if (((IScheduledIteration)context).Due is not null) Interlocked.Increment(ref due);
            await Task.Delay(20);
            return Response.Ok();
        }).WithWarmUpDuration(Second).WithLoadSimulations(Simulation.KeepConstant(2, Second)).WithSendLog(_log, 1));

        Assert.Equal((0L, 0L, 0L, 0L), _log.Total);
        Assert.Equal(0, due);
    }

    private int Run(int rate, int seconds, Func<IScenarioContext, Task<IResponse>> run, int mostInFlight = int.MaxValue) =>
        Quiet.Run(Scenario.Create("sends", run).WithoutWarmUp()
            .WithLoadSimulations(Simulation.Inject(rate, Second, seconds * Second)).WithSendLog(_log, mostInFlight)).AllRequestCount;
}
