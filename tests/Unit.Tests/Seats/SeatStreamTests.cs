using System.Net.ServerSentEvents;
using Dugout.Features.Seats;
using Xunit;

namespace Dugout.Unit.Tests.Seats;

public sealed class SeatStreamTests
{
    private const int Backlog = 8;

    private static readonly SeatSource.Message Delta = new("delta", "a-1", [1]);

    [Fact]
    public async Task A_slow_client_is_dropped_and_not_buffered_for()
    {
        using var stream = New();
        for (var n = 0; n < Backlog; n++)
            Assert.True(stream.TrySend(Delta));

        Assert.False(stream.TrySend(Delta));

        Assert.Empty(await ReadAsync(stream));
    }

    [Fact]
    public async Task A_stream_that_is_ended_delivers_what_was_sent_before()
    {
        using var stream = New();
        stream.TrySend(Delta);

        stream.End();

        Assert.False(stream.TrySend(Delta));
        var item = Assert.Single(await ReadAsync(stream));
        Assert.Equal(("delta", "a-1"), (item.EventType, item.EventId));
        Assert.InRange(item.ReconnectionInterval!.Value.TotalSeconds, 1, 4);
    }

    [Fact]
    public async Task A_stopping_server_ends_the_stream()
    {
        using var stopping = new CancellationTokenSource();
        using var stream = New(stopping: stopping.Token);
        var reading = ReadAsync(stream);

        await stopping.CancelAsync();

        Assert.Empty(await reading.WaitAsync(TimeSpan.FromSeconds(10), TestContext.Current.CancellationToken));
    }

    [Fact]
    public void A_stream_leaves_once()
    {
        var left = 0;
        var stream = New(() => left++);

        stream.Dispose();
        stream.Dispose();

        Assert.Equal(1, left);
    }

    private static SeatStream New(Action? leave = null, CancellationToken stopping = default) => new(Backlog, () => false, _ => leave?.Invoke(), stopping);

    private static async Task<List<SseItem<byte[]>>> ReadAsync(SeatStream stream)
    {
        var items = new List<SseItem<byte[]>>();
        await foreach (var item in stream.ReadAsync(TestContext.Current.CancellationToken))
            items.Add(item);
        return items;
    }
}
