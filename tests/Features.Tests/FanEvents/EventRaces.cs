using System.Net;
using Dugout.Features.Tests.Coupons;
using Dugout.Tests.Support;
using Xunit;

namespace Dugout.Features.Tests.FanEvents;

/// <summary>Every limit of an event with everybody let go at once, over two API processes: places, the line for them, one application a fan, one end of it.</summary>
public sealed class EventRaces(Shop shop, FiveHundredFans crowd) : IClassFixture<FiveHundredFans>
{
    private const int Places = 100;
    private const int Windows = 50;

    [Fact]
    public async Task Of_five_hundred_concurrent_fans_a_hundred_get_a_place_and_all_others_wait()
    {
        var stand = await EventStand.OpenAsync(shop, Places);

        var answers = await stand.RushAsync(crowd.All, shop.Replicas);

        Assert.Equal(new Dictionary<string, int> { ["201 confirmed"] = Places, ["201 waiting"] = FiveHundredFans.Count - Places }, EventStand.CountByResult(answers));
        await stand.AssertRowsAsync(Places, FiveHundredFans.Count - Places);
        foreach (var (caller, answer) in answers.Index())
            Assert.Equal(answer.Json.GetProperty("state").GetString(), await stand.StateOfAsync(crowd.All[caller]));
    }

    [Fact]
    public async Task Without_a_waiting_list_four_hundred_applications_get_event_full()
    {
        var stand = await EventStand.OpenAsync(shop, Places, hasWaitingList: false);

        var answers = await stand.RushAsync(crowd.All, shop.Replicas);

        Assert.Equal(new Dictionary<string, int> { ["201 confirmed"] = Places, ["409 event-full"] = FiveHundredFans.Count - Places }, EventStand.CountByResult(answers));
        await stand.AssertRowsAsync(Places, 0);
    }

    [Theory]
    [InlineData(5)]
    [InlineData(0)]
    public async Task Fifty_concurrent_applications_of_one_fan_apply_once(int others)
    {
        var stand = await EventStand.OpenAsync(shop, places: 5);
        foreach (var fan in crowd.All.Skip(1).Take(others))
            await stand.ApplyAsync(fan);

        var answers = await Together.RunAsync(Windows, caller => stand.InsistAsync(crowd.All[0], Replica(caller)));

        Assert.Equal(new Dictionary<string, int> { [others == 5 ? "201 waiting" : "201 confirmed"] = 1, ["409 already-applied"] = Windows - 1 }, EventStand.CountByResult(answers));
        await stand.AssertRowsAsync(others == 5 ? 5 : 1, others == 5 ? 1 : 0);
    }

    [Fact]
    public async Task One_key_applies_once_and_all_repeats_get_its_response()
    {
        var stand = await EventStand.OpenAsync(shop, places: 5);

        var answers = await Together.RunAsync(Windows, caller => stand.InsistAsync(crowd.All[0], Replica(caller), $"once-{stand.Id}"));

        Assert.All(answers, answer => Assert.Equal((HttpStatusCode.Created, answers[0].Body), (answer.Status, answer.Body)));
        await stand.AssertRowsAsync(1, 0);
    }

    /// <summary>With five in line a cancelled place goes to one of them, without a line it is free; either once.</summary>
    [Theory]
    [InlineData(5, 4)]
    [InlineData(0, 0)]
    public async Task Fifty_concurrent_cancellations_of_one_application_free_its_place_once(int inLine, int stillInLine)
    {
        var stand = await EventStand.OpenAsync(shop, places: 3);
        foreach (var fan in crowd.All.Take(3 + inLine))
            await stand.ApplyAsync(fan);

        var answers = await Together.RunAsync(Windows, caller => Until.AnsweredAsync(() => stand.CancelAsync(crowd.All[0], Replica(caller))));

        Assert.Equal(new Dictionary<string, int> { ["204 "] = 1, ["409 already-cancelled"] = Windows - 1 }, EventStand.CountByResult(answers));
        await stand.AssertRowsAsync(inLine > 0 ? 3 : 2, stillInLine);
        Assert.Equal(inLine > 0 ? "confirmed" : null, await stand.StateOfAsync(crowd.All[3]));
    }

    [Fact]
    public async Task Fifty_concurrent_cancellations_of_one_waiting_application_remove_it_once()
    {
        var stand = await EventStand.OpenAsync(shop, places: 1);
        foreach (var fan in crowd.All.Take(4))
            await stand.ApplyAsync(fan);

        var answers = await Together.RunAsync(Windows, caller => Until.AnsweredAsync(() => stand.CancelAsync(crowd.All[1], Replica(caller))));

        Assert.Equal(new Dictionary<string, int> { ["204 "] = 1, ["409 already-cancelled"] = Windows - 1 }, EventStand.CountByResult(answers));
        await stand.AssertRowsAsync(1, 2);
    }

    /// <summary>All who have a place give it up at once: as many as had one get one, those who came first.</summary>
    [Fact]
    public async Task Places_freed_concurrently_go_to_the_longest_waiting_applications()
    {
        var stand = await EventStand.OpenAsync(shop, places: 20);
        foreach (var fan in crowd.All.Take(60))
            await stand.InsistAsync(fan, shop.Http);

        var answers = await Together.RunAsync(20, caller => Until.AnsweredAsync(() => stand.CancelAsync(crowd.All[caller], Replica(caller))));

        Assert.Equal(new Dictionary<string, int> { ["204 "] = 20 }, EventStand.CountByResult(answers));
        await stand.AssertRowsAsync(20, 20);
        foreach (var (place, fan) in crowd.All.Take(60).Index())
            Assert.Equal(place < 20 ? "cancelled" : place < 40 ? "confirmed" : "waiting", await stand.StateOfAsync(fan));
    }

    /// <summary>Fans come and go, from the line as from their places, while an operator makes room: in any order, counts equal rows and no fan is overtaken.</summary>
    [Fact]
    public async Task Under_concurrent_changes_counters_equal_rows_and_the_waiting_order_is_kept()
    {
        var by = await shop.NextOperatorAsync();
        var stand = await EventStand.OpenAsync(shop, places: 10);
        foreach (var fan in crowd.All.Take(30))
            await stand.InsistAsync(fan, shop.Http);

        var answers = await Together.RunAsync(171, caller => caller switch
        {
            < 100 => stand.InsistAsync(crowd.All[30 + caller], Replica(caller)),
            < 160 => Until.AnsweredAsync(() => stand.CancelAsync(crowd.All[caller % 15 * 2], Replica(caller))),
            _ => Until.AnsweredAsync(() => by.PatchAsync(Replica(caller), $"/api/admin/events/{stand.Id}", new { places = 10 + caller - 160 })),
        });

        Assert.Equal(new Dictionary<string, int> { ["204 "] = 15, ["409 already-cancelled"] = 45 }, EventStand.CountByResult(answers[100..160]));
        var (taken, waiting) = await stand.CountedAsync();
        await stand.AssertRowsAsync(taken, waiting);
        Assert.Equal(130 - 15, taken + waiting);
        Assert.Equal(taken, await shop.QueryAsync<long>("SELECT CAST(places AS SIGNED) FROM fan_events WHERE id = @Id", new { stand.Id }));
    }

    [Fact]
    public async Task Forty_fans_over_two_replicas_get_exactly_ten_places()
    {
        await using var replicas = new TwoReplicas(shop);
        Fan[] fans = [.. crowd.All.Take(40)];
        for (var turn = 0; turn < 2; turn++)
        {
            var stand = await EventStand.OpenAsync(shop, places: 10, hasWaitingList: false);
            await stand.RushAsync(fans, replicas.Http);
            var (rows, (taken, _)) = (await stand.RowsAsync("confirmed"), await stand.CountedAsync());
            Assert.Equal((10, 10), (rows, taken));
        }
    }

    private HttpClient Replica(int caller) => shop.Replicas[caller % shop.Replicas.Count];
}
