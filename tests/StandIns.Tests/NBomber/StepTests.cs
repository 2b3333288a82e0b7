using NBomber.Contracts;
using NBomber.Contracts.Stats;
using NBomber.CSharp;
using Xunit;

namespace Dugout.StandIns.Tests.NBomber;

public sealed class StepTests
{
    private static readonly TimeSpan Second = TimeSpan.FromSeconds(1);

    [Fact]
    public void Steps_are_timed_and_counted_by_status_code_in_their_order()
    {
        var scenario = Run(Scenario.Create("steps", async context =>
        {
            var first = await Step.Run("first", context, async () =>
            {
                await Task.Delay(30, TestContext.Current.CancellationToken);
                return Response.Ok(payload: 41, statusCode: "200", sizeBytes: 10);
            });
            await Step.Run("second", context, () => Task.FromResult(
                context.ScenarioInfo.ThreadNumber % 2 == 0 ? Response.Ok(payload: first.Payload!.Value + 1) : Response.Fail<int>(statusCode: "409 taken", message: "too late")));
            return Response.Ok();
        }).WithLoadSimulations(Simulation.Inject(10, Second, Second))).GetScenarioStats("steps");

        Assert.Equal(["first", "second"], scenario.StepStats.Select(step => step.StepName));
        var first = scenario.GetStepStats("first").Ok;
        Assert.Equal((10, 100L), (first.Request.Count, first.DataTransfer.AllBytes));
        // Timers tick more coarsely than the clock that latency is read from.
        Assert.InRange(first.Latency.MinMs, 25, first.Latency.MaxMs);
        Assert.InRange(first.Latency.Percent50, first.Latency.MinMs, first.Latency.Percent99);
        Assert.Equal([new StatusCodeStats("200", false, "", 10)], first.StatusCodes);
        var second = scenario.GetStepStats("second");
        Assert.Equal((5, 5), (second.Ok.Request.Count, second.Fail.Request.Count));
        Assert.Equal([new StatusCodeStats("409 taken", true, "too late", 5)], second.Fail.StatusCodes);
        Assert.Equal((5, 5), (scenario.Ok.Request.Count, scenario.Fail.Request.Count));
        Assert.Equal((10 + 5 + 5, 5 + 5), (scenario.AllOkCount, scenario.AllFailCount)); // with the steps
    }

    [Theory]
    [InlineData(true, 0)]
    [InlineData(false, 5)]
    public void A_failed_step_ends_its_iteration_unless_told_otherwise(bool restart, int reached)
    {
        var after = 0;
        Run(Scenario.Create("end", async context =>
        {
            await Step.Run("fails", context, () => Task.FromResult(Response.Fail()));
            Interlocked.Increment(ref after);
            return Response.Ok();
        }).WithRestartIterationOnFail(restart).WithLoadSimulations(Simulation.Inject(5, Second, Second)));

        Assert.Equal(reached, after);
    }

    [Fact]
    public void A_throwing_step_is_a_failure_with_a_code_and_a_cancelled_one_a_time_out()
    {
        var scenario = Run(Scenario.Create("throws", async context =>
        {
            await Step.Run<int>("breaks", context, () => throw new InvalidOperationException("out of seats"));
            await Step.Run<int>("hangs", context, () => throw new TaskCanceledException());
            return Response.Ok();
        }).WithRestartIterationOnFail(false).WithLoadSimulations(Simulation.Inject(1, Second, Second))).GetScenarioStats("throws");

        Assert.Equal([new StatusCodeStats("-101", true, "out of seats", 1)], scenario.GetStepStats("breaks").Fail.StatusCodes);
        Assert.Equal([new StatusCodeStats("-100", true, "operation timeout", 1)], scenario.GetStepStats("hangs").Fail.StatusCodes);
    }

    private static NodeStats Run(ScenarioProps scenario) => Quiet.Run(scenario.WithoutWarmUp());
}
