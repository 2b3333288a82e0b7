using Dugout.Load.Waiting;
using Xunit;

namespace Dugout.Load.Tests.Waiting;

public sealed class WaitingForecastTests
{
    /// <summary>100 fans a second: 1,000 fans poll each second, those up to the 20,000th at 1,000 / k of a second, the others every 20 s.</summary>
    private static readonly WaitingForecast Forecast = new(new(MicrosecondsAFan: 1, MicrosecondsAPoll: 20, WorstError: 0), KilobytesAFan: 10, AdmittedASecond: 100);

    private static readonly CrowdTrial Idle = new(0, 20, 10, 100_000, 0, 50_000, new(TimeProvider.System), 0);

    [Theory]
    [InlineData(500, 500)]
    [InlineData(1_000, 1_000)]
    [InlineData(2_000, 1_693.147)] // 1,000 + 1,000 ln 2
    [InlineData(20_000, 3_995.732)] // 1,000 + 1,000 ln 20
    [InlineData(300_000, 17_995.732)] // and 280,000 / 20
    public void The_line_polls_as_often_as_the_page(int fans, double polls) => Assert.Equal(polls, Forecast.PollsASecond(fans), 3);

    [Fact]
    public void The_cost_of_the_line_is_that_of_its_fans_and_its_polls()
    {
        Assert.Equal(0.659915, Forecast.Cores(300_000), 6);
        Assert.Equal(2.199715, Forecast.MicrosecondsAFan(300_000), 6);
        Assert.Equal(1.8, Forecast.CoresAtTheOpening(300_000), 6);
        Assert.Equal(3, Forecast.Gigabytes(300_000), 6);
    }

    [Fact]
    public void A_core_carries_the_line_that_uses_it_up()
    {
        // n + 20 (3,995.732 + (n - 20,000) / 20) = 1,000,000
        Assert.InRange(Forecast.FansOfACore(), 470_042, 470_043);
        Assert.Equal(500, (Forecast with { Cost = new(0, 2_000, 0) }).FansOfACore());
    }

    [Fact]
    public void A_crowd_costs_what_the_idle_gateway_does_not()
    {
        var counts = new PollCounts(TimeProvider.System);
        for (var n = 0; n < 100; n++) counts.Send(TimeSpan.MaxValue);
        var trial = new CrowdTrial(1_000, 20, 20, 1_200_000, 0, 62_000, counts, 0);

        // 60,000 µs a second against 10,000; 12,000 KB.
        Assert.Equal(new CrowdCost(1_000, 5, 50_000), trial.Beyond(Idle));
        Assert.Equal(12, trial.KilobytesAFan(Idle));
    }
}
