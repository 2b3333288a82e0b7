using System.Text.Json;
using Dugout.Tests.Support;
using Xunit;

namespace Dugout.Features.Tests.Platform;

/// <summary>Messages that receivers take many at a time. When nothing else writes to the outbox, as in <see cref="DeliverOutboxTests"/>.</summary>
[Collection(nameof(Alone))]
public sealed class DeliverOutboxBatchTests(Shop shop) : IAsyncLifetime
{
    private readonly string _topic = OutboxRig.NewTopic();

    public async ValueTask InitializeAsync() => await shop.ChangeAsync("DELETE FROM outbox", new { });

    public ValueTask DisposeAsync() => ValueTask.CompletedTask;

    [Fact]
    public async Task Messages_come_together_in_the_order_they_were_written()
    {
        var ear = new BatchEar(_topic, _ => { });
        foreach (var body in (string[])["a1", "b1", "a2", "c1", "b2"])
            await shop.PublishAsync(_topic, KeyOf(body), body);
        await using var worker = shop.Worker(ear, new() { BatchSize = 4 });

        await worker.DeliverUntilAsync(() => ear.Taken.Count == 2);

        Assert.Equal(["a1 b1 a2 c1", "b2"], ear.Taken);
        Assert.Equal(0, await PendingAsync());
    }

    [Fact]
    public async Task A_message_that_cannot_be_processed_delays_only_its_own_key()
    {
        var isHealed = false;
        var ear = new BatchEar(_topic, bodies =>
        {
            if (!isHealed && bodies.Contains("b1"))
                throw new InvalidOperationException("Not this one.");
        });
        foreach (var body in (string[])["a1", "b1", "a2", "b2", "c1"])
            await shop.PublishAsync(_topic, KeyOf(body), body);
        await using var worker = shop.Worker(ear, new() { FirstPauseMilliseconds = 10 });

        await worker.DeliverUntilAsync(() => ear.Taken.Count == 3);
        Assert.Equal(["a1", "a2", "c1"], ear.Taken.Order());
        Assert.True(ear.Taken.ToList().IndexOf("a1") < ear.Taken.ToList().IndexOf("a2"));
        Assert.Equal(2, await PendingAsync());
        isHealed = true;
        await worker.DeliverUntilAsync(() => ear.Taken.Count > 3);

        Assert.Equal("b1 b2", ear.Taken.Last());
        Assert.Equal(0, await PendingAsync());
    }

    [Fact]
    public async Task No_message_overtakes_one_of_another_topic_in_its_key()
    {
        var ear = new BatchEar(_topic, _ => { });
        var other = new Ear(OutboxRig.NewTopic(), _ => throw new InvalidOperationException("Not now."));
        await shop.PublishAsync(other.Topic, KeyOf("a"), "a1");
        foreach (var body in (string[])["a2", "b1", "c1"])
            await shop.PublishAsync(_topic, KeyOf(body), body);
        await using var worker = shop.Worker([ear, other]);

        await worker.DeliverUntilAsync(() => !ear.Taken.IsEmpty);

        Assert.Equal(["b1 c1"], ear.Taken);
        Assert.Equal(1, await PendingAsync());
    }

    [Fact]
    public async Task Where_one_receiver_of_a_topic_takes_single_messages_all_do()
    {
        var (together, single) = (new BatchEar(_topic, _ => { }), new Ear(_topic));
        foreach (var body in (string[])["a1", "b1"])
            await shop.PublishAsync(_topic, KeyOf(body), body);
        await using var worker = shop.Worker([together, single]);

        await worker.DeliverUntilAsync(() => single.Taken.Count == 2);

        Assert.Equal(["a1", "b1"], together.Taken.Order());
    }

    [Fact]
    public async Task Fifty_sales_of_a_game_cost_the_primary_one_insert_one_query_and_one_deletion()
    {
        var game = shop.NextGame();
        var sales = Enumerable.Range(1, 50).Select(number =>
        {
            var body = JsonSerializer.Serialize(new { kind = "sold", gameId = game, seats = new[] { new { gradeId = Shop.Grade(game), number } }, reservationId = number, accountId = 1 });
            return $"('seats-changed', 'sale-{number}', '{body}', UTC_TIMESTAMP(6))";
        });
        await using var primary = shop.BeforePrimary();
        // On a busy machine the first batch of a new process misses the usual deadline, and is repeated.
        await using (var worker = shop.Replica(
            [.. shop.Through(primary), ("ConnectionStrings:Replica1", ""), ("Outbox:DeadlineMilliseconds", "10000"), ("Outbox:LeaseSeconds", "30")]).WithJobs())
        {
            // Accessing its services starts it.
            _ = worker.Services;
            await shop.ChangeAsync($"INSERT INTO outbox (topic, ordered_by, body, written_at) VALUES {string.Join(", ", sales)}", new { });
            await Wait.UntilAsync("the sales are delivered", async () => await shop.QueryAsync<long>("SELECT COUNT(*) FROM outbox WHERE ordered_by LIKE 'sale-%'") == 0);
        }

        var sent = Wire.Texts(primary).SelectMany(Wire.Statements).ToList();

        // Never fifty. A batch that meets a lock is repeated, and the other jobs of the worker send messages too.
        Assert.InRange(sent.Count(statement => statement.StartsWith("INSERT INTO audit_events", StringComparison.Ordinal)), 1, 9);
        Assert.InRange(sent.Count(statement => statement.Contains("FROM seat_claims", StringComparison.Ordinal)), 1, 9);
        Assert.InRange(sent.Count(statement => statement.StartsWith("DELETE FROM outbox", StringComparison.Ordinal)), 1, 9);
        Assert.Equal(50, await shop.QueryAsync<long>("SELECT COUNT(*) FROM audit_events WHERE body LIKE @of", new { of = $"%\"gameId\":{game},%" }));
    }

    private string KeyOf(string body) => $"{_topic}:{body[0]}";

    private Task<long> PendingAsync() => shop.QueryAsync<long>("SELECT COUNT(*) FROM outbox WHERE topic = @_topic", new { _topic });
}
