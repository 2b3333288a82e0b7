using Dugout.Load.Exits;
using Dugout.Load.Results;
using Dugout.Load.Scenarios;
using Xunit;

namespace Dugout.Load.Tests.Scenarios;

public sealed class StagesTests
{
    [Theory]
    [InlineData("report-003-0", 300, 300)]
    [InlineData("report-003-1", 100, 10_000)]
    [InlineData("report-003-2", 400, 45_000)]
    [InlineData("report-003-3", 400, 95_000)]
    [InlineData("report-003-4", 400, 95_000)]
    public void A_published_load_starts_as_many_as_it_did_times_one_factor(string name, int seconds, int starts)
    {
        Assert.Equal(seconds, Stages.Length(name));
        foreach (var scale in (double[])[1, 0.5, 0.1, 0.02])
        {
            var phases = Stages.Of(name, scale, seconds);
            Assert.Equal(starts * scale, PhaseRecord.Starts(phases), precision: 6);
            Assert.Equal(seconds, phases.Sum(phase => phase.Seconds));
            Assert.Equal(starts * scale, phases.Sum(phase => Shape.StartsBySecond(phase).Sum()), precision: 6);
            Assert.Equal(Stages.Height(name, scale), (int)Math.Ceiling(phases.Max(phase => phase.To)));
        }
    }

    [Fact]
    public void Phases_keep_their_shares_of_another_length()
    {
        Assert.Equal([new PhaseRecord(20, 20, null, 20), new PhaseRecord(20, 30, null, 10), new PhaseRecord(30, 30, null, 10)], Stages.Of("report-003-3", 0.1, 40));
        for (var seconds = 3; seconds <= 50; seconds++)
        {
            var phases = Stages.Of("report-003-3", 1, seconds);
            Assert.Equal(seconds, phases.Sum(phase => phase.Seconds));
            Assert.All(phases, phase => Assert.True(phase.Seconds >= 1));
        }
    }

    [Fact]
    public void One_factor_scales_the_callers_of_a_load_that_has_them()
    {
        Assert.True(Stages.IsClosed("report-004"));
        Assert.Equal((360, 300, 30, 1), (Stages.Length("report-004"), Stages.Callers("report-004", 1), Stages.Callers("report-004", 0.1), Stages.Callers("report-004", 0.001)));
        Assert.Equal([new PhaseRecord(0, 0, 30, 60)], Stages.Of("report-004", 0.1, 60));
        Assert.All(Stages.Names.Where(name => name != "report-004"), name => Assert.Null(Stages.Callers(name, 1)));
    }

    [Fact]
    public void Rates_that_are_no_whole_numbers_are_pushed_as_more_starts_in_some_seconds()
    {
        Assert.Equal([0, 0, 0, 0, 1, 0, 0, 0, 0, 0], Shape.StartsBySecond(Assert.Single(Stages.Of("report-003-0", 0.1, 300))).Take(10));
        Assert.Equal([1, 0, 1, 0], Shape.StartsBySecond(Stages.Of("report-003-2", 0.005, 400)[0]).Take(4));
    }

    [Fact]
    public void A_load_that_starts_nothing_or_is_too_short_is_rejected()
    {
        Assert.Contains("starts nothing in 1 s", Assert.Throws<UsageException>(() => Stages.Of("report-003-1", 0.001, 1)).Message, StringComparison.Ordinal);
        Assert.Contains("must be at least 3", Assert.Throws<UsageException>(() => Stages.Of("report-003-3", 1, 2)).Message, StringComparison.Ordinal);
    }
}
