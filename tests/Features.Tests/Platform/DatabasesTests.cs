using System.Diagnostics.Metrics;
using System.Net;
using Microsoft.AspNetCore.Mvc.Testing;
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

    private async Task<int> PoolsAsync(Func<WebApplicationFactory<Program>, WebApplicationFactory<Program>> with)
    {
        // Its port distinguishes this replica's pools from those of other tests in the process.
        await using var primary = shop.BeforePrimary();
        await using var replica = with(shop.Replica([.. shop.Through(primary), ("ConnectionStrings:Replica1", "")]));
        using var http = replica.CreateClient();
        var game = shop.NextGame();
        var fan = await shop.NextFanAsync();

        Assert.Equal(HttpStatusCode.OK, (await http.GetAnswerAsync("/api/teams")).Status);
        Assert.Equal(HttpStatusCode.OK, (await http.GetAnswerAsync($"/api/games/{game}/grades")).Status);
        var hold = (await fan.HoldAsync(http, game, Shop.Grade(game), 1)).Number("holdId");
        Assert.Equal(HttpStatusCode.Created, (await fan.ReserveAsync(http, game, hold, "pools")).Status);

        return PoolsTo(primary.Port).Count;
    }

    /// <summary>The names of the pools there are to a server at this port.</summary>
    private static HashSet<string> PoolsTo(int port)
    {
        HashSet<string> names = [];
        using var listener = new MeterListener();
        listener.InstrumentPublished = (instrument, listening) =>
        {
            if (instrument is { Name: "db.client.connections.max", Meter.Name: "MySqlConnector" })
                listening.EnableMeasurementEvents(instrument);
        };
        listener.SetMeasurementEventCallback<int>((_, _, tags, _) =>
        {
            foreach (var tag in tags)
            {
                if (tag is { Key: "pool.name", Value: string name } && name.Contains($"Port={port}", StringComparison.OrdinalIgnoreCase))
                    names.Add(name);
            }
        });
        listener.Start();
        listener.RecordObservableInstruments();
        return names;
    }
}
