using System.Collections.Concurrent;
using Dugout.Infrastructure.Run;
using Dugout.Tests.Support;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Logging;
using Microsoft.Extensions.Time.Testing;
using Xunit;

namespace Dugout.AppHost.Tests.Infrastructure;

/// <summary>What becomes of programs that end by themselves: small ones, with pauses of milliseconds.</summary>
public sealed partial class RestartsTests : IAsyncDisposable
{
    private const string Name = "victim";
    private const string Witness = "witness";

    private static readonly TimeSpan Moment = TimeSpan.FromMilliseconds(20);
    private static readonly RestartRules Quick = new(Moment, 4 * Moment, MostInARow: 3, Settled: TimeSpan.FromHours(1));

    private readonly TestFolder _folder = new();
    private readonly ConcurrentQueue<string> _said = new();
    private DistributedApplication? _app;

    private static CancellationToken Stop => TestContext.Current.CancellationToken;

    private IResource Victim => Of(Name);

    private IEnumerable<string> OfVictim => _said.Where(line => line.StartsWith(Name, StringComparison.Ordinal));

    private string Starts => Path.Combine(_folder.Path, "starts");

    private string WitnessStarts => Path.Combine(_folder.Path, "witness-starts");

    public async ValueTask DisposeAsync()
    {
        if (_app is not null)
        {
            await _app.StopAsync(CancellationToken.None);
            await _app.DisposeAsync();
        }

        _folder.Dispose();
    }

    [Theory]
    [InlineData("kill -9 $$", "by a signal")]
    [InlineData("exit 3", "with exit code 3")]
    [InlineData("exit 0", "with exit code 0")]
    public async Task A_program_that_ends_by_itself_is_started_again(string end, string how)
    {
        // It runs on at its third start.
        await using var restarts = await StartAsync($"[ $(wc -l < '{Starts}') -ge 3 ] && exec sleep 1000; sleep 0.5; {end}", Quick);

        await Wait.UntilAsync(() => Count() == 3);
        await BecomesAsync(KnownResourceStates.Running);

        Assert.Equal(
            [$"victim exited {how}: crash 1 in a row; restarting in 0 s", $"victim exited {how}: crash 2 in a row; restarting in 0 s"],
            _said.Select(line => System.Text.RegularExpressions.Regex.Replace(line, @"in 0(\.\d)? s$", "in 0 s")));
    }

    [Fact]
    public async Task A_crash_loop_ends_and_says_so_where_one_looks()
    {
        await using var restarts = await StartAsync("sleep 0.1; exit 7", Quick);

        var given = await _app!.ResourceNotifications.WaitForResourceAsync("victim", change => Said(change)?.EndsWith("start it by hand", StringComparison.Ordinal) == true, Stop);

        Assert.Equal("crash 4 in a row; it is not restarted any more, start it by hand", Said(given));
        Assert.Equal((KnownResourceStates.Finished, 7), (given.Snapshot.State!.Text, given.Snapshot.ExitCode));
        Assert.Equal(4, Count());
        await WitnessStartsAgainAsync();
        Assert.Equal(4, Count());

        static string? Said(ResourceEvent change) => change.Snapshot.Properties.FirstOrDefault(property => property.Name == Restarts.Property)?.Value as string;
    }

    [Fact]
    public async Task A_program_that_has_run_for_a_while_begins_to_count_anew()
    {
        // Each life is longer than what counts as settled, so none of six crashes is one in a row.
        await using var restarts = await StartAsync($"[ $(wc -l < '{Starts}') -ge 7 ] && exec sleep 1000; sleep 0.2; exit 1", Quick with { Settled = TimeSpan.FromMilliseconds(100) });

        await Wait.UntilAsync(() => Count() == 7);

        Assert.All(_said, line => Assert.Contains(" 1 in a row", line, StringComparison.Ordinal));
    }

    /// <summary>Such as the dashboard, which has no command to start it.</summary>
    [Fact]
    public async Task What_Aspire_adds_for_itself_is_left_to_it()
    {
        await using var restarts = await StartAsync("sleep 0.2; exit 1", Quick, isHidden: true);

        await BecomesAsync(KnownResourceStates.Finished);
        await WitnessStartsAgainAsync();

        Assert.Equal(1, Count());
        Assert.Empty(OfVictim);
    }

    [Fact]
    public void Pauses_double_up_to_the_longest() =>
        Assert.Equal([0.5, 1, 2, 4, 8, 16, 30, 30], Enumerable.Range(1, 8).Select(n => RestartRules.Usual.PauseAfter(n).TotalSeconds));

    /// <summary>Starts a program that notes each of its starts in a file.</summary>
    private async Task<Restarts> StartAsync(string script, RestartRules rules, bool byHand = false, bool isAwaited = false, bool waitsForOther = false, bool isHidden = false, TimeProvider? clock = null)
    {
        var builder = AspireApplication.CreateBuilder();
        builder.Services.AddLogging(logging => logging.ClearProviders());
        var victim = builder.AddExecutable(Name, "bash", "/", "-c", $"echo x >> '{Starts}'; {script}");
        builder.AddExecutable(Witness, "bash", "/", "-c", $"echo x >> '{WitnessStarts}'; exec sleep 1000");
        if (byHand)
            victim.WithExplicitStart();
        if (isHidden)
            victim.WithAnnotation(new HiddenAnnotation(HiddenBehavior.Always));
        if (waitsForOther)
            victim.WaitFor(builder.AddExecutable("other", "sleep", "/", "1000"));
        if (isAwaited)
            builder.AddExecutable("after", "sleep", "/", "1000").WaitForCompletion(victim);
        _app = builder.Build();
        await _app.StartAsync(Stop);
        if (byHand)
            await _app.Services.GetRequiredService<ResourceCommandService>().ExecuteCommandAsync(victim.Resource, KnownResourceCommands.StartCommand, Stop);
        // Running is said of a process that may not have come to its first line, and said later than the process is there.
        await _app.ResourceNotifications.WaitForResourceAsync(Name, change => change.Snapshot.StartTimeStamp is not null, Stop).WaitAsync(Wait.Patience, Stop);
        await Wait.UntilAsync(() => Count() >= 1);
        return Restarts.Watch(_app, rules, _said.Enqueue, clock ?? TimeProvider.System, Stop);
    }

    /// <summary>Kills another program and waits for its restart: what was to be done for the victim before is done by then.</summary>
    private async Task WitnessStartsAgainAsync(FakeTimeProvider? clock = null)
    {
        var starts = Count(WitnessStarts);
        Signals.Send(ProcessOf(await BecomesAsync(Witness, KnownResourceStates.Running)), Signals.Kill);
        await Wait.UntilAsync(() => _said.Any(line => line.StartsWith(Witness, StringComparison.Ordinal)));
        await Wait.UntilAsync(() =>
        {
            // Each time, for the pause may not have begun when it is announced.
            clock?.Advance(Quick.LongestPause);
            return Count(WitnessStarts) == starts + 1;
        });
    }

    private IResource Of(string name) => _app!.Services.GetRequiredService<DistributedApplicationModel>().Resources.Single(resource => resource.Name == name);

    private static int ProcessOf(ResourceEvent running) => running.Snapshot.ProcessId()!.Value;

    private Task<ResourceEvent> BecomesAsync(string state) => BecomesAsync(Name, state);

    private Task<ResourceEvent> BecomesAsync(string name, string state) =>
        _app!.ResourceNotifications.WaitForResourceAsync(name, change => change.Snapshot.State?.Text == state, Stop).WaitAsync(Wait.Patience, Stop);

    private int Count() => Count(Starts);

    private static int Count(string starts) => File.Exists(starts) ? File.ReadAllLines(starts).Length : 0;
}
