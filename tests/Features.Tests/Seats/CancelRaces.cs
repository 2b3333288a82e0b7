using System.Net;
using Dugout.Tests.Support;
using Xunit;

namespace Dugout.Features.Tests.Seats;

/// <summary>Giving back with everybody let go at once, over two API processes: whatever is given back, is so once.</summary>
public sealed class CancelRaces(Shop shop)
{
    private const int Callers = 50;

    [Fact]
    public async Task A_reservation_is_cancelled_once()
    {
        var fan = await shop.NextFanAsync();
        var game = shop.NextGame();
        // Beside one that stays: were seats freed twice, its count would go with them.
        await fan.BuyAsync(game, 1, 2);
        var id = await fan.BuyAsync(game, 3, 4);

        var answers = await Together.RunAsync(Callers, caller => fan.DeleteAsync(Replica(caller), $"/api/reservations/{id}"));

        AssertOnce(answers);
        await AssertStandAsync(fan, game, id, claims: 2, messages: 1);
    }

    [Fact]
    public async Task A_seat_is_cancelled_once()
    {
        var fan = await shop.NextFanAsync();
        var game = shop.NextGame();
        await fan.BuyAsync(game, 1);
        var id = await fan.BuyAsync(game, 2, 3, 4);

        var answers = await Together.RunAsync(Callers, caller => fan.DeleteAsync(Replica(caller), Seat(id, game, 3)));

        AssertOnce(answers);
        await AssertStandAsync(fan, game, id, claims: 3, messages: 1);
    }

    [Fact]
    public async Task Different_seats_of_a_reservation_can_be_cancelled_together()
    {
        var fan = await shop.NextFanAsync();
        var game = shop.NextGame();
        var id = await fan.BuyAsync(game, 1, 2, 3, 4);

        var answers = await Together.RunAsync(4, caller => fan.DeleteAsync(Replica(caller), Seat(id, game, caller + 1)));

        Assert.All(answers, answer => Assert.Equal(HttpStatusCode.NoContent, answer.Status));
        await AssertStandAsync(fan, game, id, claims: 0, messages: 4);
    }

    [Fact]
    public async Task Concurrent_cancellations_of_a_seat_and_its_reservation_cancel_once()
    {
        var fan = await shop.NextFanAsync();
        for (var round = 0; round < 10; round++)
        {
            var game = shop.NextGame();
            await fan.BuyAsync(game, 1);
            var id = await fan.BuyAsync(game, 2, 3);

            var answers = await Together.RunAsync(Callers, caller =>
                fan.DeleteAsync(Replica(caller / 2), caller % 2 == 0 ? $"/api/reservations/{id}" : Seat(id, game, 2)));

            // The whole always, for seat 3; the seat too, where it came first.
            var whole = answers.Where((_, caller) => caller % 2 == 0).Count(answer => answer.Status == HttpStatusCode.NoContent);
            var seat = answers.Where((_, caller) => caller % 2 == 1).Count(answer => answer.Status == HttpStatusCode.NoContent);
            Assert.Equal(1, whole);
            Assert.InRange(seat, 0, 1);
            Assert.Equal(Callers - whole - seat, answers.Count(answer => answer is { Status: HttpStatusCode.Conflict, Code: "already-cancelled" }));
            await AssertStandAsync(fan, game, id, claims: 1, messages: whole + seat);
        }
    }

    [Fact]
    public async Task A_cancelled_seat_can_be_held_at_once_on_the_other_replica()
    {
        var fans = await shop.NextFansAsync(2);
        var game = shop.NextGame();

        for (var turn = 0; turn < 20; turn++)
        {
            var (fan, replica) = (fans[turn % 2], Replica(turn));
            var hold = await fan.HoldAsync(replica, game, Shop.Grade(game), 1);
            Assert.Equal((turn, HttpStatusCode.Created), (turn, hold.Status));
            var sold = await fan.ReserveAsync(replica, game, hold.Number("holdId"));
            Assert.Equal((turn, HttpStatusCode.Created), (turn, sold.Status));
            Assert.Equal(HttpStatusCode.NoContent, (await fan.DeleteAsync(replica, $"/api/reservations/{sold.Number("reservationId")}")).Status);
        }
    }

    [Fact]
    public async Task Concurrent_cancelling_and_buying_neither_exceeds_nor_loses_the_limit()
    {
        var fan = await shop.NextFanAsync();
        var game = shop.NextGame();
        var bought = await Task.WhenAll(fan.BuyAsync(game, 1), fan.BuyAsync(game, 2), fan.BuyAsync(game, 3), fan.BuyAsync(game, 4));

        // Eight seats of another grade are wanted while four are given back: a hold may still see the old count.
        var answers = await Together.RunAsync(12, async caller =>
        {
            if (caller < 4)
                return await fan.DeleteAsync(Replica(caller), $"/api/reservations/{bought[caller]}");
            var hold = await fan.HoldAsync(Replica(caller), game, Shop.Grade(game, 2), caller);
            return hold.Status == HttpStatusCode.Created ? await fan.ReserveAsync(Replica(caller), game, hold.Number("holdId")) : hold;
        });

        Assert.All(answers[..4], answer => Assert.Equal(HttpStatusCode.NoContent, answer.Status));
        Assert.All(answers[4..], answer => Assert.True(answer.Status == HttpStatusCode.Created || answer.Code == "limit-reached", answer.Body));
        var sold = answers[4..].Count(answer => answer.Status == HttpStatusCode.Created);
        Assert.InRange(sold, 0, 4);
        await AssertStandAsync(fan, game, bought[0], claims: sold, messages: 1);
        for (var number = 20; sold < 4; number++, sold++)
            await fan.BuyAsync(game, number);
        Assert.Equal("limit-reached", (await fan.HoldAsync(game, 30)).Code);
    }

    [Fact]
    public async Task A_hold_renewed_while_it_expires_is_either_renewed_or_free()
    {
        (string, string)[] settings = [("Seats:HoldSeconds", "1"), ("Seats:LongestHoldSeconds", "2")];
        await using var one = shop.Replica(settings);
        await using var two = shop.Replica(settings);
        HttpClient[] replicas = [one.CreateClient(), two.CreateClient()];
        var fans = await shop.NextFansAsync(2);
        var game = shop.NextGame();
        var hold = await fans[0].HoldAsync(replicas[0], game, Shop.Grade(game), 1);
        var longest = RenewHoldTests.ExpiresAt(hold).AddSeconds(1);

        Answer? rival = null;
        var renewals = await Together.RunAsync(11, async caller =>
        {
            var answers = new List<Answer>();
            while (rival is null)
            {
                if (caller > 0)
                    answers.Add(await RenewHoldTests.RenewAsync(fans[0], replicas[caller % 2], game, hold));
                else if (await fans[1].HoldAsync(shop.Http, game, Shop.Grade(game), 1) is { Code: not "seat-taken" } answer)
                    rival = answer;
            }

            return answers;
        });

        Assert.Equal(HttpStatusCode.Created, rival!.Status);
        var began = RenewHoldTests.ExpiresAt(rival).AddSeconds(-420);
        foreach (var answers in renewals[1..])
        {
            // First it is renewed, then as long as it may be, then over; once over, it never comes back.
            string[] order = ["renewed", "renewal-limit", "hold-expired"];
            var outcomes = answers.Select(answer => Array.IndexOf(order, answer.Status == HttpStatusCode.OK ? "renewed" : answer.Code)).ToList();
            Assert.DoesNotContain(-1, outcomes);
            Assert.Equal(outcomes.Order(), outcomes);
            Assert.All(answers.Where(answer => answer.Status == HttpStatusCode.OK), answer =>
                Assert.InRange(RenewHoldTests.ExpiresAt(answer), RenewHoldTests.ExpiresAt(hold), longest));
        }

        Assert.True(began >= longest, $"{began:O} is before {longest:O}");
        Assert.Equal(HttpStatusCode.Created, (await fans[1].ReserveAsync(game, rival.Number("holdId"))).Status);
    }

    private HttpClient Replica(int caller) => shop.Replicas[caller % shop.Replicas.Count];

    private static string Seat(long reservation, long game, int number) => $"/api/reservations/{reservation}/seats/{Shop.Grade(game)}/{number}";

    private static void AssertOnce(IReadOnlyCollection<Answer> answers)
    {
        Assert.Single(answers, answer => answer.Status == HttpStatusCode.NoContent);
        Assert.Equal(Callers - 1, answers.Count(answer => answer is { Status: HttpStatusCode.Conflict, Code: "already-cancelled" }));
    }

    /// <summary>Claims, counts and history agree, and each cancellation was published once.</summary>
    private async Task AssertStandAsync(Fan fan, long game, long reservation, int claims, int messages)
    {
        Assert.Equal(claims, await CountAsync("seat_claims WHERE game_id = @game"));
        Assert.Equal(claims, await CountAsync("reservation_seats JOIN reservations ON id = reservation_id WHERE game_id = @game AND cancelled_at IS NULL"));
        Assert.Equal(0, await CountAsync("""
            seat_allowances WHERE account_id = @Id AND game_id = @game AND seats <>
                (SELECT COUNT(*) FROM seat_claims WHERE game_id = @game AND seat_allowances.grade_id IN (0, seat_claims.grade_id))
            """));
        Assert.Equal(messages, await CountAsync("""outbox WHERE ordered_by = @key AND body LIKE '{"kind":"cancelled"%'"""));

        Task<int> CountAsync(string rows) =>
            shop.QueryAsync<int>($"SELECT COUNT(*) FROM {rows}", new { fan.Id, game, key = $"reservation:{reservation}" });
    }
}
