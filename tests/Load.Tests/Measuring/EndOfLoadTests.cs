using Dugout.Load.Client;
using Dugout.Load.Measuring;
using Xunit;

namespace Dugout.Load.Tests.Measuring;

public sealed class EndOfLoadTests : IDisposable
{
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(30);

    private readonly Recorder _recorder = new(TimeSpan.FromMilliseconds(1));
    private readonly TaskCompletionSource _session = new();
    private readonly SemaphoreSlim _read = new(0);
    private int _reads;

    public void Dispose() => _read.Dispose();

    [Fact]
    public async Task Clocks_are_read_when_the_last_iteration_ends_and_not_the_session()
    {
        var reading = EndOfLoad.ReadAsync(_recorder, _session.Task, ReadAsync);
        _recorder.Begin(due: null).End(Outcome.Ok, "ok");

        Assert.True(await _read.WaitAsync(Patience, TestContext.Current.CancellationToken));
        _session.SetResult();

        Assert.Equal(1, await reading);
        Assert.Equal(1, _reads);
    }

    [Fact]
    public async Task A_late_iteration_is_included_in_the_reading()
    {
        var reading = EndOfLoad.ReadAsync(_recorder, _session.Task, ReadAsync);
        _recorder.Begin(due: null).End(Outcome.Ok, "ok");
        Assert.True(await _read.WaitAsync(Patience, TestContext.Current.CancellationToken));

        _recorder.Begin(due: null).End(Outcome.Ok, "ok");
        Assert.True(await _read.WaitAsync(Patience, TestContext.Current.CancellationToken));
        _session.SetResult();

        Assert.Equal(2, await reading);
    }

    [Fact]
    public async Task Clocks_run_while_an_iteration_is_in_flight_or_may_start()
    {
        var early = new Recorder(TimeSpan.FromHours(1));
        early.Begin(due: null).End(Outcome.Ok, "ok");
        _recorder.Begin(due: null);
        var readings = Task.WhenAll(EndOfLoad.ReadAsync(_recorder, _session.Task, ReadAsync), EndOfLoad.ReadAsync(early, _session.Task, ReadAsync));

        Assert.False(_recorder.IsThrough || early.IsThrough);
        Assert.Equal(0, Volatile.Read(ref _reads));
        _session.SetResult();

        Assert.Equal([1, 2], (await readings).Order());
    }

    [Fact]
    public async Task A_session_that_fails_is_no_reading()
    {
        var reading = EndOfLoad.ReadAsync(_recorder, _session.Task, ReadAsync);

        _session.SetException(new InvalidOperationException("no session"));

        await Assert.ThrowsAsync<InvalidOperationException>(() => reading);
    }

    private Task<int> ReadAsync()
    {
        var read = Interlocked.Increment(ref _reads);
        _read.Release();
        return Task.FromResult(read);
    }
}
