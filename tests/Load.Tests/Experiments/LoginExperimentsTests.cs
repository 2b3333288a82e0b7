using Dugout.Load.Client;
using Dugout.Load.Experiments;
using Dugout.Load.Results;
using Dugout.Load.Scenarios;
using Dugout.Load.Tests.Report;
using Dugout.Load.Trials;
using Xunit;

namespace Dugout.Load.Tests.Experiments;

/// <summary>What is asked of sign-ins, and what of a turn's record is looked at.</summary>
public sealed class LoginExperimentsTests
{
    [Theory]
    [InlineData("login-tokens", "FileAndExchange: push-token-exchange", "FileRead: push-token-file", "Cached: push-token-cached", "FromDevice: ")]
    [InlineData("login-notices", "Inline: push-inline", "Pool: push-pool", "Outbox: ")]
    public void The_last_arm_is_the_shop_as_it_ships_and_each_other_one_has_a_fault(string name, params string[] arms)
    {
        var experiment = AllExperiments.Get(name);

        Assert.Equal(arms, experiment.Arms.Select(arm => $"{arm.Name}: {string.Join(',', arm.Faults)}"));
        Assert.All(experiment.Arms, arm => Assert.Equal(
            ["Accounts__HashQueueACore", "Accounts__HashRounds"],
            arm.SettingsOf("api-1").Keys.Except(FaultInjection.SettingsFor(arm.Faults).Keys).Order(StringComparer.Ordinal)));
    }

    [Theory]
    [InlineData("login-tokens")]
    [InlineData("login-notices")]
    public void Every_arm_has_the_same_callers_slow_pushes_cheap_hashes_and_news_for_everybody(string name)
    {
        var experiment = AllExperiments.Get(name);

        Assert.Equal((LoginStorm.Name, false, 200), (experiment.Load.Scenario, experiment.Load.IsOpen, experiment.Load.PushMilliseconds));
        Assert.All(experiment.Arms, arm =>
        {
            Assert.Null(arm.Load);
            Assert.True(arm.HasNews);
            Assert.Equal(experiment.Load.Fans, arm.Fans);
            // Who makes the seeded hash has to know, too.
            Assert.Equal("1000", arm.SettingsOf("migrator")["Accounts__HashRounds"]);
            // Who would tell the news before anybody signs in.
            Assert.Equal(["Notices__PollSeconds"], arm.SettingsOf("worker").Keys.Except(FaultInjection.SettingsFor(arm.Faults).Keys));
            Assert.Equal("3600", arm.SettingsOf("worker")["Notices__PollSeconds"]);
            Assert.Equal("small-1000rounds-40000", arm.Data);
            Assert.Equal((arm.Data, false), (arm.AsPrepared().Data, arm.AsPrepared().HasNews));
            // Data that are prepared for one arm serve all: no fault has been at them.
            Assert.Equal(["Accounts__HashRounds"], arm.AsPrepared().SettingsOf("migrator").Keys);
            Assert.Contains("40000", arm.CommandLine);
        });
        Assert.Equal("small-200", new Arm("any").Data);
    }

    [Fact]
    public void Who_warms_up_is_nobody_who_signs_in_when_it_counts()
    {
        var load = AllExperiments.Get("login-notices").Load;

        Assert.Equal((0, load.Fans / 2), (load.Options("apphost.json", 1).FirstFan, load.WarmUp("apphost.json", 1).FirstFan));
        Assert.Equal((200, 200), (load.Options("apphost.json", 1).PushMilliseconds, load.WarmUp("apphost.json", 1).PushMilliseconds));
        Assert.Contains("a push takes 200 ms", load.InWords, StringComparison.Ordinal);
    }

    [Fact]
    public void Only_pushes_that_wait_in_rows_may_not_be_lost() =>
        Assert.Equal(["Inline", "Pool"], AllExperiments.Get("login-notices").Arms.Where(arm => arm.LosesPushes).Select(arm => arm.Name));

    [Fact]
    public void A_turn_keeps_what_is_left_after_its_peak_and_what_became_of_notices()
    {
        var record = Runs.Example with { Samples = Runs.Samples, Notices = new NoticesRecord(90, 180, 150, 20, 0, 1.5, MayBeLost: true) };

        var turn = TurnRun.Of(record);

        // Nine flows ended ok in each second, and none in the tenth.
        Assert.Equal(18.0 / 19, turn.AfterPeak, precision: 9);
        Assert.Equal((7, 40.5), (turn.MostNoticesWaiting, turn.MostHeapMegabytes));
        Assert.Equal((30, null), (turn.Notices!.Made - turn.Notices.Pushed, turn.Void));
        Assert.Equal(Runs.Example.Steps.Sum(step => step.Count(Outcome.Ok)), turn.Ok);
    }

    [Fact]
    public void A_turn_without_notices_is_void_where_they_are_what_is_looked_at()
    {
        var made = new NoticesRecord(90, 0, 0, 0, 0, 0, MayBeLost: false);

        Assert.Equal("no notice was made, so there was nothing to push", TurnRun.Of(Runs.Example with { Samples = Runs.Samples, Notices = made }).Void);
        Assert.NotNull(TurnRun.Of(Runs.Example with { Samples = Runs.Samples }).Void);
        Assert.Null(TurnRun.Of(Runs.Example).Void);
        Assert.Equal(0, TurnRun.Of(Runs.Example).AfterPeak);
    }
}
