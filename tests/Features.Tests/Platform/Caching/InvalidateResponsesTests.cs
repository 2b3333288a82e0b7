using Dugout.Tests.Support;
using Xunit;

namespace Dugout.Features.Tests.Platform.Caching;

[Collection(TheOutboxLease.Name)]
public sealed class InvalidateResponsesTests(Shop shop)
{
    /// <summary>The process died right after its change; the invalidation is in the outbox.</summary>
    [Fact]
    public async Task A_missed_invalidation_is_made_by_the_worker()
    {
        var game = shop.NextGame();
        foreach (var replica in shop.Replicas)
            Assert.Equal(4, (await replica.GetAnswerAsync($"/api/games/{game}")).Number("seatsPerAccount"));

        await shop.ChangeAsync(
            """
            START TRANSACTION;
            UPDATE games SET seats_per_account = 9 WHERE id = @game;
            INSERT INTO outbox (topic, ordered_by, body, written_at) VALUES ('answers-changed', @key, @body, UTC_TIMESTAMP(6));
            COMMIT
            """, new { game, key = $"game:{game}", body = $$"""{"tags":["games","game:{{game}}"]}""" });
        foreach (var replica in shop.Replicas)
            Assert.Equal(4, (await replica.GetAnswerAsync($"/api/games/{game}")).Number("seatsPerAccount"));

        // It first delivers messages left by other tests.
        await using var worker = await shop.StartWorkerAsync(("Outbox__BatchSize", OutboxRig.ShippedBatch));
        await Wait.UntilAsync("the message is delivered", async () => await PendingAsync(game) == 0);
        foreach (var replica in shop.Replicas)
            await Until.TrueAsync(() => replica.GetAnswerAsync($"/api/games/{game}"), answer => answer.Number("seatsPerAccount") == 9);
    }

    private Task<long> PendingAsync(long game) =>
        shop.QueryAsync<long>("SELECT COUNT(*) FROM outbox WHERE topic = 'answers-changed' AND ordered_by = @key", new { key = $"game:{game}" });
}
