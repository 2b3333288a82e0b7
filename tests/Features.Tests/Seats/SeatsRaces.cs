using System.Net;
using Dugout.Tests.Support;
using Microsoft.AspNetCore.Mvc.Testing;
using Xunit;

namespace Dugout.Features.Tests.Seats;

/// <summary>Every limit of the sale with everybody let go at once, over two replicas, whose purchases share transactions or don't.</summary>
public sealed class SeatsRaces(Shop shop)
{
    private const int Callers = 200;

    [Theory]
    [InlineData(1)]
    [InlineData(8)]
    [InlineData(64)]
    public async Task A_seat_is_never_sold_twice(int groupSize)
    {
        await using var pair = new TwoReplicas(shop, groupSize);
        var fans = await shop.NextFansAsync(Callers);
        var game = shop.NextGame();
        var grade = Shop.Grade(game);

        var answers = await Together.RunAsync(Callers, async caller =>
        {
            var replica = pair.Http[caller % 2];
            var hold = await fans[caller].HoldAsync(replica, game, grade, 77);
            return hold.Status == HttpStatusCode.Created
                ? await fans[caller].ReserveAsync(replica, game, hold.Number("holdId"))
                : hold;
        });

        Assert.Single(answers, answer => answer.Status == HttpStatusCode.Created);
        Assert.Equal(Callers - 1, answers.Count(answer => answer is { Status: HttpStatusCode.Conflict, Code: "seat-taken" }));
        Assert.Equal(1, await shop.QueryAsync<long>("SELECT COUNT(*) FROM reservations WHERE game_id = @game", new { game }));
        Assert.Equal(1, await shop.QueryAsync<long>("SELECT COUNT(*) FROM seat_claims WHERE game_id = @game", new { game }));
    }

    [Theory]
    [InlineData(1)]
    [InlineData(8)]
    [InlineData(64)]
    public async Task One_hold_makes_one_reservation_however_often_it_is_sent(int groupSize)
    {
        await using var pair = new TwoReplicas(shop, groupSize);
        var fan = await shop.NextFanAsync();
        var game = shop.NextGame();
        var hold = (await fan.HoldAsync(game, 78)).Number("holdId");

        var answers = await Together.RunAsync(50, caller =>
            fan.ReserveAsync(pair.Http[caller % 2], game, hold, $"race-{caller}"));

        Assert.Single(answers, answer => answer.Status == HttpStatusCode.Created);
        Assert.Equal(49, answers.Count(answer => answer is { Status: HttpStatusCode.Conflict, Code: "hold-expired" }));
        Assert.Equal(1, await shop.QueryAsync<long>("SELECT COUNT(*) FROM reservations WHERE game_id = @game", new { game }));
    }

    [Theory]
    [InlineData(1)]
    [InlineData(8)]
    [InlineData(64)]
    public async Task One_key_makes_one_reservation_and_all_repeats_get_its_response(int groupSize)
    {
        await using var pair = new TwoReplicas(shop, groupSize);
        var fan = await shop.NextFanAsync();
        var game = shop.NextGame();
        var hold = (await fan.HoldAsync(game, 79)).Number("holdId");

        var answers = await Together.RunAsync(20, caller =>
            fan.ReserveAsync(pair.Http[caller % 2], game, hold, "the-one-key"));

        Assert.All(answers, answer => Assert.Equal((HttpStatusCode.Created, answers[0].Body), (answer.Status, answer.Body)));
        Assert.Equal(1, await shop.QueryAsync<long>("SELECT COUNT(*) FROM reservations WHERE game_id = @game", new { game }));
    }

    [Theory]
    [InlineData(1)]
    [InlineData(8)]
    [InlineData(64)]
    public async Task Parallel_reservations_stop_at_the_limit(int groupSize)
    {
        // Two replicas that leave the limit to the reservation.
        await using var pair = new TwoReplicas(shop, groupSize, ("Seats:LimitHolds", "false"));
        var replicas = pair.Http;
        var fans = await shop.NextFansAsync(2);
        var game = shop.NextGame();
        var holds = new List<long>();
        for (var number = 1; number <= 12; number++)
            holds.Add((await fans[0].HoldAsync(replicas[0], game, Shop.Grade(game, 3), number)).Number("holdId"));
        var other = (await fans[1].HoldAsync(replicas[0], game, Shop.Grade(game, 3), 13)).Number("holdId");

        var answers = await Together.RunAsync(13, caller => caller < 12
            ? fans[0].ReserveAsync(replicas[caller % 2], game, holds[caller])
            : fans[1].ReserveAsync(replicas[0], game, other));

        Assert.Equal(4, answers[..12].Count(answer => answer.Status == HttpStatusCode.Created));
        Assert.Equal(8, answers[..12].Count(answer => answer is { Status: HttpStatusCode.Conflict, Code: "limit-reached" }));
        Assert.Equal(HttpStatusCode.Created, answers[12].Status);
        Assert.Equal(5, await shop.QueryAsync<long>("SELECT COUNT(*) FROM seat_claims WHERE game_id = @game", new { game }));
    }

    /// <summary>Two replicas in this process.</summary>
    private sealed class TwoReplicas : IAsyncDisposable
    {
        private readonly WebApplicationFactory<Program>[] _hosts;

        public TwoReplicas(Shop shop, int groupSize, params (string Name, string Value)[] settings)
        {
            (string, string)[] all = [.. settings, ("Writes:GroupSize", $"{groupSize}")];
            _hosts = [shop.Replica(all), shop.Replica(all)];
            Http = [.. _hosts.Select(host => host.CreateClient())];
        }

        public IReadOnlyList<HttpClient> Http { get; }

        public async ValueTask DisposeAsync()
        {
            foreach (var host in _hosts)
                await host.DisposeAsync();
        }
    }
}
