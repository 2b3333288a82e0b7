using System.Diagnostics.Metrics;
using System.Net;
using Dugout.Infrastructure.Run;
using Microsoft.AspNetCore.Mvc.Testing;
using MySqlConnector;
using Xunit;

namespace Dugout.Features.Tests.Platform;

/// <summary>The connection pools of a replica without a read replica.</summary>
public sealed class DatabasesTests(Shop shop)
{
    /// <summary>For writes, for reads, and for reads by Entity Framework.</summary>
    [Fact]
    public async Task The_primary_is_reached_over_three_pools() => Assert.Equal(3, await PoolsAsync(replica => replica));

    [Fact]
    public async Task An_experiment_can_use_one_pool_for_everything() => Assert.Equal(1, await PoolsAsync(replica => replica.With("one-pool")));

    [Fact]
    public async Task An_experiment_can_use_no_pool() => Assert.Equal(0, await PoolsAsync(replica => replica.With("no-pools")));

    private async Task<int> PoolsAsync(Func<WebApplicationFactory<Program>, WebApplicationFactory<Program>> with)
    {
        // Its name distinguishes this replica's pools from those of other tests in the process.
        var name = $"pools {Guid.NewGuid()}";
        var primary = new MySqlConnectionStringBuilder(shop.Servers.Primary(DatabaseAccount.App)) { ApplicationName = name }.ConnectionString;
        await using var replica = with(shop.Replica(("ConnectionStrings:Primary", primary), ("ConnectionStrings:Replica1", ""), ("Cache:Mode", "None")));
        using var http = replica.CreateClient();
        var game = shop.NextGame();
        var fan = await shop.NextFanAsync();

        Assert.Equal(HttpStatusCode.OK, (await http.GetAnswerAsync("/api/teams")).Status);
        Assert.Equal(HttpStatusCode.OK, (await http.GetAnswerAsync($"/api/games/{game}/grades")).Status);
        var hold = (await fan.HoldAsync(http, game, Shop.Grade(game), 1)).Number("holdId");
        Assert.Equal(HttpStatusCode.Created, (await fan.ReserveAsync(http, game, hold, "pools")).Status);

        return CountPoolsOf(name);
    }

    /// <summary>How many pools there are of this application: each reports its size.</summary>
    private static int CountPoolsOf(string application)
    {
        var pools = 0;
        using var listener = new MeterListener();
        listener.InstrumentPublished = (instrument, listening) =>
        {
            if (instrument is { Name: "db.client.connections.max", Meter.Name: "MySqlConnector" })
                listening.EnableMeasurementEvents(instrument);
        };
        listener.SetMeasurementEventCallback<int>((_, _, tags, _) => pools += tags.Contains(new("pool.name", application)) ? 1 : 0);
        listener.Start();
        listener.RecordObservableInstruments();
        return pools;
    }
}
