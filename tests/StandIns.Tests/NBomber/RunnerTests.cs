using System.Collections.Concurrent;
using System.Diagnostics;
using NBomber.Contracts;
using NBomber.Contracts.Stats;
using NBomber.CSharp;
using Xunit;

namespace Dugout.StandIns.Tests.NBomber;

public sealed class RunnerTests
{
    private static readonly TimeSpan Second = TimeSpan.FromSeconds(1);

    [Fact]
    public void Fifty_a_second_for_two_seconds_are_a_hundred_iterations()
    {
        var stats = Run(Scenario.Create("count", _ => Task.FromResult<IResponse>(Response.Ok()))
            .WithLoadSimulations(Simulation.Inject(50, Second, 2 * Second)));

        Assert.Equal((100, 100, 0), (stats.AllRequestCount, stats.AllOkCount, stats.AllFailCount));
        Assert.Equal(100 / stats.Duration.TotalSeconds, stats.GetScenarioStats("count").Ok.Request.RPS, 0.01);
        Assert.InRange(stats.Duration.TotalSeconds, 2, 20);
    }

    [Fact]
    public void A_slow_iteration_does_not_delay_the_next_ones()
    {
        var begun = Stopwatch.GetTimestamp();
        var starts = new ConcurrentBag<TimeSpan>();
        var stats = Run(Scenario.Create("slow", async _ =>
        {
            starts.Add(Stopwatch.GetElapsedTime(begun));
            await Task.Delay(14_000, TestContext.Current.CancellationToken);
            return Response.Ok();
        }).WithLoadSimulations(Simulation.Inject(20, Second, Second)));

        // Waiting for one another, the twentieth would start after minutes; here all have begun before the first one ends.
        Assert.Equal(20, stats.AllOkCount);
        Assert.True(starts.Max() - starts.Min() < TimeSpan.FromSeconds(13), $"last start after {starts.Max() - starts.Min()}");
    }

    [Fact]
    public void Constant_copies_run_one_iteration_each_at_a_time()
    {
        var now = 0;
        var most = 0;
        var invocations = new ConcurrentDictionary<int, int>();
        var stats = Run(Scenario.Create("closed", async context =>
        {
            most = Math.Max(most, Interlocked.Increment(ref now));
            invocations[context.ScenarioInfo.ThreadNumber] = context.InvocationNumber;
            await Task.Delay(20, TestContext.Current.CancellationToken);
            Interlocked.Decrement(ref now);
            return Response.Ok();
        }).WithLoadSimulations(Simulation.KeepConstant(3, 2 * Second)));

        Assert.InRange(most, 1, 3);
        Assert.Equal([0, 1, 2], invocations.Keys.Order());
        Assert.Equal(stats.AllOkCount, invocations.Values.Sum());
        Assert.InRange(stats.AllOkCount, 3, 300);
    }

    [Fact]
    public void Too_many_failures_stop_the_test()
    {
        var stats = Run(Scenario.Create("broken", _ => Task.FromResult<IResponse>(Response.Fail("500")))
            .WithMaxFailCount(10).WithLoadSimulations(Simulation.Inject(100, Second, 60 * Second)));

        // Of six thousand; how soon the scheduler hears of it is the machine's.
        Assert.InRange(stats.AllFailCount, 10, 600);
    }

    [Fact]
    public void The_failure_at_the_limit_stops_the_test_and_failed_steps_do_not_count()
    {
        var stats = Quiet.Run(Scenario.Create("limit", async context =>
        {
            // Each iteration has two failed steps; the tenth and the twentieth fail themselves.
            for (var step = 0; step < 2; step++) await Step.Run("refused", context, () => Task.FromResult(Response.Fail("409")));
            return context.ScenarioInfo.ThreadNumber is 9 or 19 ? Response.Fail("500") : Response.Ok();
        }).WithoutWarmUp().WithRestartIterationOnFail(false).WithMaxFailCount(2).WithLoadSimulations(Simulation.Inject(20, Second, 5 * Second))).GetScenarioStats("limit");

        // Of a hundred; how soon the scheduler hears of it is the machine's.
        Assert.Equal(2, stats.Fail.Request.Count);
        Assert.InRange(stats.Ok.Request.Count, 18, 97);
    }

    [Fact]
    public void A_stop_during_the_warm_up_ends_the_warm_up_alone()
    {
        var stats = Quiet.Run(Scenario.Create("warm", context =>
        {
            if (context.ScenarioInfo.ScenarioOperation == ScenarioOperation.WarmUp) context.StopCurrentTest("enough");
            return Task.FromResult<IResponse>(Response.Ok());
        }).WithWarmUpDuration(Second).WithLoadSimulations(Simulation.Inject(10, Second, Second)));

        Assert.Equal(10, stats.AllOkCount);
    }

    [Fact]
    public void A_warm_up_longer_than_the_load_throws() => Assert.Throws<InvalidOperationException>(() => Quiet.Run(
        Scenario.Create("warm", _ => Task.FromResult<IResponse>(Response.Ok())).WithWarmUpDuration(2 * Second).WithLoadSimulations(Simulation.Inject(10, Second, Second))));

    [Fact]
    public void Without_reports_there_is_a_log_in_the_folder_of_reports()
    {
        var folder = Directory.CreateTempSubdirectory("nbomber-");
        try
        {
            NBomberRunner.RegisterScenarios(Scenario.Create("log", _ => Task.FromResult<IResponse>(Response.Ok())).WithoutWarmUp()
                .WithLoadSimulations(Simulation.Pause(Second))).WithReportFolder(folder.FullName).WithoutReports().Run();

            Assert.StartsWith("nbomber-log-", Assert.Single(folder.GetFiles()).Name);
        }
        finally
        {
            folder.Delete(recursive: true);
        }
    }

    [Fact]
    public void A_scenario_can_stop_the_test()
    {
        var stats = Run(Scenario.Create("enough", context =>
        {
            if (context.ScenarioInfo.ThreadNumber == 4) context.StopCurrentTest("seen enough");
            return Task.FromResult<IResponse>(Response.Ok());
        }).WithLoadSimulations(Simulation.Inject(100, Second, 60 * Second)));

        // Of six thousand; how soon the scheduler hears of it is the machine's.
        Assert.InRange(stats.AllOkCount, 5, 600);
    }

    [Fact]
    public void Warm_up_is_run_and_not_counted()
    {
        var operations = new ConcurrentBag<ScenarioOperation>();
        var stats = Quiet.Run(Scenario.Create("warm", context =>
        {
            operations.Add(context.ScenarioInfo.ScenarioOperation);
            return Task.FromResult<IResponse>(Response.Ok());
        }).WithWarmUpDuration(Second).WithLoadSimulations(Simulation.Inject(10, Second, Second)));

        Assert.Equal(10, operations.Count(operation => operation == ScenarioOperation.WarmUp));
        Assert.Equal((10, 10), (operations.Count(operation => operation == ScenarioOperation.Bombing), stats.AllOkCount));
    }

    [Fact]
    public void Scenarios_run_side_by_side()
    {
        var load = Simulation.Inject(10, Second, Second);
        var (one, two) = (new TaskCompletionSource(), new TaskCompletionSource());
        // One after the other, each would wait for ever.
        var stats = Quiet.Run(
            Scenario.Create("one", _ => MeetAsync(one, two, Response.Ok())).WithoutWarmUp().WithLoadSimulations(load),
            Scenario.Create("two", _ => MeetAsync(two, one, Response.Fail())).WithoutWarmUp().WithLoadSimulations(load));

        Assert.Equal((10, 10), (stats.GetScenarioStats("one").AllOkCount, stats.GetScenarioStats("two").AllFailCount));
    }

    private static async Task<IResponse> MeetAsync(TaskCompletionSource mine, TaskCompletionSource other, IResponse answer)
    {
        mine.TrySetResult();
        await other.Task.WaitAsync(TimeSpan.FromSeconds(30), TestContext.Current.CancellationToken);
        return answer;
    }

    private static NodeStats Run(ScenarioProps scenario) => Quiet.Run(scenario.WithoutWarmUp());
}
