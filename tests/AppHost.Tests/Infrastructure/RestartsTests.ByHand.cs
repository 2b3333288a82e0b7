using Dugout.Infrastructure.Run;
using Dugout.Tests.Support;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Time.Testing;
using Xunit;

namespace Dugout.AppHost.Tests.Infrastructure;

/// <content>Programs that are stopped or started by hand.</content>
public sealed partial class RestartsTests
{
    [Fact]
    public async Task What_somebody_stopped_stays_stopped()
    {
        await using var restarts = await StartAsync("exec sleep 1000", Quick);

        await _app!.Services.GetRequiredService<ResourceCommandService>().ExecuteCommandAsync(Victim, KnownResourceCommands.StopCommand, Stop);
        await _app.ResourceNotifications.WaitForResourceAsync("victim", change => change.Snapshot.ExitCode is not null, Stop);
        await WitnessStartsAgainAsync();

        Assert.Equal(1, Count());
        Assert.Empty(OfVictim);
    }

    [Fact]
    public async Task What_is_killed_while_it_is_frozen_is_started_again()
    {
        await using var restarts = await StartAsync("exec sleep 1000", Quick);
        await _app!.ResourceNotifications.PublishUpdateAsync(Victim, snapshot => snapshot with { State = ResourceStates.Frozen });
        var frozen = await BecomesAsync(ResourceStates.Frozen);

        Signals.Send(ProcessOf(frozen), Signals.Kill);

        await Wait.UntilAsync(() => Count() == 2);
    }

    /// <summary>A start that finds what it waits for at its end fails, and would not be tried again.</summary>
    [Fact]
    public async Task What_waits_for_something_that_is_stopped_is_started_when_that_is_back()
    {
        await using var restarts = await StartAsync("exec sleep 1000", Quick, waitsForOther: true);
        var commands = _app!.Services.GetRequiredService<ResourceCommandService>();
        await commands.ExecuteCommandAsync(Of("other"), KnownResourceCommands.StopCommand, Stop);
        await BecomesAsync("other", KnownResourceStates.Finished);
        Signals.Send(ProcessOf(await BecomesAsync(KnownResourceStates.Running)), Signals.Kill);
        await BecomesAsync(KnownResourceStates.Finished);
        await WitnessStartsAgainAsync();
        Assert.Equal(1, Count());

        await commands.ExecuteCommandAsync(Of("other"), KnownResourceCommands.StartCommand, Stop);

        await Wait.UntilAsync(() => Count() == 2);
        await BecomesAsync(KnownResourceStates.Running);
    }

    [Fact]
    public async Task What_somebody_started_and_stopped_during_the_pause_stays_stopped()
    {
        var clock = new FakeTimeProvider();
        await using var restarts = await StartAsync("exec sleep 1000", Quick, clock: clock);
        var commands = _app!.Services.GetRequiredService<ResourceCommandService>();
        Signals.Send(ProcessOf(await BecomesAsync(KnownResourceStates.Running)), Signals.Kill);
        await BecomesAsync(KnownResourceStates.Finished);
        await Wait.UntilAsync(() => OfVictim.Any());

        await commands.ExecuteCommandAsync(Victim, KnownResourceCommands.StartCommand, Stop);
        await Wait.UntilAsync(() => Count() == 2);
        await commands.ExecuteCommandAsync(Victim, KnownResourceCommands.StopCommand, Stop);
        clock.Advance(Quick.LongestPause);
        await WitnessStartsAgainAsync(clock);

        Assert.Equal(2, Count());
        Assert.Single(OfVictim);
    }

    [Fact]
    public async Task What_others_wait_for_the_end_of_is_done_however_often_it_is_run()
    {
        await using var restarts = await StartAsync("sleep 0.2", Quick, isAwaited: true);
        await BecomesAsync(KnownResourceStates.Finished);

        await _app!.Services.GetRequiredService<ResourceCommandService>().ExecuteCommandAsync(Victim, KnownResourceCommands.StartCommand, Stop);
        await Wait.UntilAsync(() => Count() == 2);
        await BecomesAsync(KnownResourceStates.Finished);
        await WitnessStartsAgainAsync();

        Assert.Equal(2, Count());
        Assert.Empty(OfVictim);
    }

    [Fact]
    public async Task What_somebody_started_by_hand_may_end()
    {
        await using var restarts = await StartAsync("sleep 0.2", Quick, byHand: true);

        await BecomesAsync(KnownResourceStates.Finished);
        await WitnessStartsAgainAsync();

        Assert.Equal(1, Count());
    }
}
