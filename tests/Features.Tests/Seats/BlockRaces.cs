using System.Net;
using Dugout.Tests.Support;
using Xunit;

namespace Dugout.Features.Tests.Seats;

/// <summary>Operators and fans reach for the same seats at once, over two API processes: a seat is blocked, or sold, or neither.</summary>
public sealed class BlockRaces(Shop shop)
{
    private const int Operators = 50;
    private const int Fans = 50;

    [Fact]
    public async Task A_seat_is_blocked_once_or_sold_once_and_never_both()
    {
        var by = await shop.NextOperatorAsync();
        var fans = await shop.NextFansAsync(Fans);
        var game = shop.NextGame();
        foreach (var number in Enumerable.Range(1, 4))
        {
            var answers = await Together.RunAsync(Operators + Fans, async caller =>
            {
                var replica = Replica(caller);
                if (caller % 2 == 0)
                    return await PostAsync(replica, by, game, "blocks", number);
                var hold = await fans[caller / 2].HoldAsync(replica, game, Shop.Grade(game), number);
                return hold.Status == HttpStatusCode.Created ? await fans[caller / 2].ReserveAsync(replica, game, hold.Number("holdId")) : hold;
            });

            var winner = Assert.Single(answers, answer => answer.Status is HttpStatusCode.Created or HttpStatusCode.NoContent);
            // A fan whose hold an operator ended gets an error on reserving it.
            Assert.Equal(Operators + Fans - 1, answers.Count(answer => answer is { Status: HttpStatusCode.Conflict, Code: "seat-taken" or "hold-expired" }));
            Assert.Equal(winner.Status == HttpStatusCode.Created ? "sold" : "blocked", await shop.QueryAsync<string>(
                "SELECT IF(reservation_id IS NULL, 'blocked', 'sold') FROM seat_claims WHERE game_id = @game AND number = @number", new { game, number }));
        }

        Assert.Equal(
            await shop.QueryAsync<long>("SELECT COUNT(*) FROM seat_claims WHERE game_id = @game AND reservation_id IS NULL", new { game }),
            await shop.QueryAsync<long>("SELECT COUNT(*) FROM operator_acts WHERE game_id = @game", new { game }));
    }

    /// <summary>Caller n wants five seats from n on: neighbours overlap, so some get all of theirs and the others none.</summary>
    [Fact]
    public async Task Overlapping_block_requests_succeed_completely_or_not_at_all()
    {
        const int Each = 5;
        var by = await shop.NextOperatorAsync();
        var game = shop.NextGame();

        var answers = await Together.RunAsync(Operators, caller =>
            PostAsync(Replica(caller), by, game, "blocks", [.. Enumerable.Range(caller + 1, Each).Reverse()]));

        var winners = answers.Index().Where(answer => answer.Item.Status == HttpStatusCode.NoContent).Select(answer => answer.Index).ToList();
        Assert.NotEmpty(winners);
        Assert.Equal(Operators - winners.Count, answers.Count(answer => answer is { Status: HttpStatusCode.Conflict, Code: "seat-taken" }));
        Assert.Equal(
            string.Join(',', winners.SelectMany(caller => Enumerable.Range(caller + 1, Each)).Order()),
            await shop.QueryAsync<string>("SELECT GROUP_CONCAT(number ORDER BY number) FROM seat_claims WHERE game_id = @game", new { game }));
    }

    [Fact]
    public async Task A_blocked_seat_is_unblocked_once()
    {
        var by = await shop.NextOperatorAsync();
        var fan = await shop.NextFanAsync();
        var game = shop.NextGame();
        await PostAsync(shop.Http, by, game, "blocks", 1, 2);

        var answers = await Together.RunAsync(Operators, caller => PostAsync(Replica(caller), by, game, "releases", 1, 2));

        Assert.Single(answers, answer => answer.Status == HttpStatusCode.NoContent);
        Assert.Equal(Operators - 1, answers.Count(answer => answer is { Status: HttpStatusCode.Conflict, Code: "not-blocked" }));
        Assert.Equal(HttpStatusCode.Created, (await fan.HoldAsync(game, 1, 2)).Status);
    }

    /// <summary>In whatever order the messages reach Redis. A request that loses several deadlocks, as on MySQL, is shed.</summary>
    [Fact]
    public async Task After_concurrent_blocking_and_unblocking_free_seats_can_be_held_and_blocked_ones_cannot()
    {
        var by = await shop.NextOperatorAsync();
        var fan = await shop.NextFanAsync();
        var game = shop.NextGame();

        var answers = await Together.RunAsync(Operators, async caller =>
        {
            List<Answer> all = [];
            for (var turn = 0; turn < 4; turn++)
                all.Add(await PostAsync(Replica(caller), by, game, caller % 2 == 0 ? "blocks" : "releases", 1));
            return all;
        });

        Assert.All(answers.SelectMany(all => all), answer => Assert.True(
            answer is { Status: HttpStatusCode.NoContent } or { Status: HttpStatusCode.Conflict, Code: "seat-taken" or "not-blocked" } or { Code: "busy" }, $"{answer.Status} {answer.Body}"));
        var done = answers.SelectMany(all => all).Count(answer => answer.Status == HttpStatusCode.NoContent);
        var isBlocked = await shop.QueryAsync<long>("SELECT COUNT(*) FROM seat_claims WHERE game_id = @game", new { game }) == 1;
        Assert.Equal(isBlocked ? 1 : 0, done % 2);
        var hold = await fan.HoldAsync(game, 1);
        Assert.Equal(isBlocked ? "seat-taken" : null, hold.Code);
    }

    private HttpClient Replica(int caller) => shop.Replicas[caller / 2 % shop.Replicas.Count];

    private static Task<Answer> PostAsync(HttpClient replica, Fan by, long game, string act, params int[] numbers) =>
        by.PostAsync(replica, $"/api/admin/games/{game}/{act}", new { seats = numbers.Select(number => new { gradeId = Shop.Grade(game), number }) });
}
