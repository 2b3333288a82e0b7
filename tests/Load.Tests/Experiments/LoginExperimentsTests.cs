using Dugout.Load.Client;
using Dugout.Load.Experiments;
using Dugout.Load.Results;
using Dugout.Load.Scenarios;
using Dugout.Load.Tests.Report;
using Dugout.Load.Trials;
using Xunit;

namespace Dugout.Load.Tests.Experiments;

/// <summary>The experiments with sign-ins, and the members of a trial's record they use.</summary>
public sealed class LoginExperimentsTests
{
    [Theory]
    [InlineData("login-tokens", "FileAndExchange: push-token-exchange", "FileRead: push-token-file", "Cached: push-token-cached", "FromDevice: ")]
    [InlineData("login-notices", "Inline: push-inline", "Pool: push-pool", "Outbox: ")]
    public void The_last_variant_is_the_shop_as_shipped_and_each_other_has_a_fault(string name, params string[] variants)
    {
        var experiment = AllExperiments.Get(name);

        Assert.Equal(variants, experiment.Variants.Select(variant => $"{variant.Name}: {string.Join(',', variant.Faults)}"));
        Assert.All(experiment.Variants, variant => Assert.Equal(
            ["Accounts__HashQueueACore", "Accounts__HashRounds"],
            variant.SettingsOf("api-1").Keys.Except(FaultInjection.SettingsFor(variant.Faults).Keys).Order(StringComparer.Ordinal)));
    }

    [Theory]
    [InlineData("login-tokens")]
    [InlineData("login-notices")]
    public void Every_variant_has_the_same_callers_slow_pushes_cheap_hashes_and_notices_for_all_fans(string name)
    {
        var experiment = AllExperiments.Get(name);

        Assert.Equal((LoginStorm.Name, false, 200), (experiment.Load.Scenario, experiment.Load.IsOpen, experiment.Load.PushMilliseconds));
        Assert.All(experiment.Variants, variant =>
        {
            Assert.Null(variant.Load);
            Assert.True(variant.HasSignInNotices);
            Assert.Equal(experiment.Load.Fans, variant.Fans);
            // The migrator creates the seeded hash, so it needs the setting, too.
            Assert.Equal("1000", variant.SettingsOf("migrator")["Accounts__HashRounds"]);
            // The worker would push the notices before any sign-in.
            Assert.Equal(["Notices__PollSeconds"], variant.SettingsOf("worker").Keys.Except(FaultInjection.SettingsFor(variant.Faults).Keys));
            Assert.Equal("3600", variant.SettingsOf("worker")["Notices__PollSeconds"]);
            Assert.Equal("small-1000rounds-40000", variant.Data);
            Assert.Equal((variant.Data, false), (variant.AsPrepared().Data, variant.AsPrepared().HasSignInNotices));
            // Prepared data serve all variants: they are created without faults.
            Assert.Equal(["Accounts__HashRounds"], variant.AsPrepared().SettingsOf("migrator").Keys);
            Assert.Contains("40000", variant.CommandLine);
        });
        Assert.Equal("small-200", new Variant("any").Data);
    }

    [Fact]
    public void Fans_of_the_warm_up_do_not_sign_in_during_the_measurement()
    {
        var load = AllExperiments.Get("login-notices").Load;

        Assert.Equal((0, load.Fans / 2), (load.Options("apphost.json", 1).FirstFan, load.WarmUp("apphost.json", 1).FirstFan));
        Assert.Equal((200, 200), (load.Options("apphost.json", 1).PushMilliseconds, load.WarmUp("apphost.json", 1).PushMilliseconds));
        Assert.Contains("a push takes 200 ms", load.InWords, StringComparison.Ordinal);
    }

    [Fact]
    public void Only_pushes_that_wait_in_rows_may_not_be_lost() =>
        Assert.Equal(["Inline", "Pool"], AllExperiments.Get("login-notices").Variants.Where(variant => variant.LosesPushes).Select(variant => variant.Name));

    [Fact]
    public void A_trial_records_its_peak_decay_and_the_delivery_of_notices()
    {
        var record = Runs.Example with { Samples = Runs.Samples, Notices = new NoticesRecord(90, 180, 150, 20, 0, 1.5, MayBeLost: true) };

        var trial = TrialRun.Of(record);

        // Nine iterations ended ok in each second, and none in the tenth.
        Assert.Equal(18.0 / 19, trial.AfterPeak, precision: 9);
        Assert.Equal((7, 40.5), (trial.MostNoticesWaiting, trial.MostHeapMegabytes));
        Assert.Equal((30, null), (trial.Notices!.Made - trial.Notices.Pushed, trial.Void));
        Assert.Equal(Runs.Example.Steps.Sum(step => step.Count(Outcome.Ok)), trial.Ok);
    }

    [Fact]
    public void A_trial_without_notices_is_void_where_they_are_measured()
    {
        var made = new NoticesRecord(90, 0, 0, 0, 0, 0, MayBeLost: false);

        Assert.Equal("no notice was created, so there was nothing to push", TrialRun.Of(Runs.Example with { Samples = Runs.Samples, Notices = made }).Void);
        Assert.NotNull(TrialRun.Of(Runs.Example with { Samples = Runs.Samples }).Void);
        Assert.Null(TrialRun.Of(Runs.Example).Void);
        Assert.Equal(0, TrialRun.Of(Runs.Example).AfterPeak);
    }
}
