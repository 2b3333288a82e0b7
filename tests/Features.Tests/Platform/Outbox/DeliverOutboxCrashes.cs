using System.Net;
using System.Text.Json;
using Dapper;
using Dugout.Infrastructure.Run;
using Dugout.Tests.Support;
using MySqlConnector;
using Xunit;

namespace Dugout.Features.Tests.Platform;

/// <summary>
/// The worker as it ships is killed while the shop sells; if more than once, each time a few messages further on. Afterwards
/// the record of what happened is compared with what the shop had acknowledged.
/// </summary>
[Collection(TheOutboxLease.Name)]
public sealed class DeliverOutboxCrashes(Shop shop)
{
    /// <summary>Sales for each worker to die over: more than it comes to.</summary>
    private const int SalesAWorker = 25;

    private const int SeatsAFan = 4;

    /// <summary>Before a message is recorded, when it is recorded and the worker doesn't know, and before what was delivered is deleted.</summary>
    [Theory]
    [InlineData("before-send")]
    [InlineData("after-send")]
    [InlineData("before-mark")]
    public Task Wherever_a_worker_is_killed_no_message_is_lost_and_none_has_two_effects(string place) => LosesNothingAsync(place, kills: 1);

    internal async Task LosesNothingAsync(string place, int kills) => Assert.Empty(await SellWhileKillingAsync(place, kills));

    /// <summary>Each sale is delivered, and a second message with its key, as for a cancellation.</summary>
    private async Task<IReadOnlyList<string>> SellWhileKillingAsync(string place, int kills)
    {
        var sales = SalesAWorker * (kills + 1);
        var fans = await shop.NextFansAsync((sales + SeatsAFan - 1) / SeatsAFan);
        var game = shop.NextGame();
        var acknowledged = new List<(long Reservation, string Kind)>();
        using var deaths = new SemaphoreSlim(0);

        await Task.WhenAll(SellAsync(), KillAsync());
        await FinishAsync(game);
        return Differences(acknowledged, await RecordedAsync(game)).ToList();

        async Task SellAsync()
        {
            for (var seat = 1; seat <= sales; seat++)
            {
                var fan = fans[(seat - 1) / SeatsAFan];
                var hold = await fan.HoldAsync(game, seat);
                var sold = await fan.ReserveAsync(game, hold.Number("holdId"));
                Assert.Equal(HttpStatusCode.Created, sold.Status);
                var id = sold.Number("reservationId");
                acknowledged.Add((id, "sold"));
                await shop.PublishAsync("seats-changed", $"reservation:{id}",
                    JsonSerializer.Serialize(new { kind = "cancelled", gameId = game, seats = new[] { new { gradeId = Shop.Grade(game), number = seat } }, reservationId = id, accountId = fan.Id }));
                acknowledged.Add((id, "cancelled"));
                if (seat % SalesAWorker == 0 && seat < sales)
                    Assert.True(await deaths.WaitAsync(Wait.Patience), "No worker died.");
            }
        }

        async Task KillAsync()
        {
            for (var kill = 1; kill <= kills; kill++)
            {
                await using var primary = shop.BeforePrimary();
                var held = Hold(primary, place, 3 * kill);
                await using var worker = await shop.StartWorkerAsync(("ConnectionStrings__Primary", shop.PrimaryBehind(primary)));
                await worker.KillAsync(held, primary);
                deaths.Release();
            }
        }
    }

    private static Task Hold(FaultyProxy primary, string place, int number) => place switch
    {
        "before-send" => primary.HoldRequest("INSERT INTO audit_events", number),
        "after-send" => primary.HoldAnswer("INSERT INTO audit_events", number),
        _ => primary.HoldRequest("DELETE FROM outbox", number),
    };

    private async Task FinishAsync(long game)
    {
        await using var worker = shop.StartJobs();
        await Wait.UntilAsync("the outbox is empty", async () => await PendingAsync(game) == 0);
    }

    private static IEnumerable<string> Differences(List<(long Reservation, string Kind)> acknowledged, List<(long Reservation, string Kind)> recorded)
    {
        foreach (var lost in acknowledged.Except(recorded))
            yield return $"missing: {lost}";
        foreach (var unknown in recorded.Except(acknowledged))
            yield return $"never acknowledged: {unknown}";
        foreach (var twice in recorded.CountBy(effect => effect).Where(effect => effect.Value > 1))
            yield return $"double: {twice.Key}";
        foreach (var sale in recorded.GroupBy(effect => effect.Reservation).Where(sale => !sale.Select(effect => effect.Kind).Distinct().SequenceEqual(["sold", "cancelled"])))
            yield return $"order: {string.Join(", ", sale)}";
    }

    private Task<long> PendingAsync(long game) =>
        shop.QueryAsync<long>("SELECT COUNT(*) FROM outbox WHERE topic = 'seats-changed' AND body LIKE @of", new { of = $"%\"gameId\":{game},%" });

    private async Task<List<(long Reservation, string Kind)>> RecordedAsync(long game)
    {
        await using var connection = new MySqlConnection(shop.Servers.Primary(DatabaseAccount.Checks));
        var bodies = await connection.QueryAsync<string>(
            "SELECT body FROM audit_events WHERE body LIKE @of ORDER BY sequence", new { of = $"%\"gameId\":{game},%" });
        return [.. bodies.Select(body => JsonDocument.Parse(body).RootElement)
            .Select(body => (body.GetProperty("reservationId").GetInt64(), body.GetProperty("kind").GetString()!))];
    }
}
