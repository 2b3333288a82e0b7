using System.Net;
using Dugout.Features.Tests.Platform;
using Xunit;

namespace Dugout.Features.Tests.FanEvents;

/// <summary>The exact cost of each step on the servers, counted on the wire. A change of cost must change this table.</summary>
public sealed class EventBudgets(Shop shop)
{
    [Fact]
    public async Task Every_step_stays_within_its_query_budget()
    {
        Assert.SkipWhen(Shop.IsOnMySql, "The budgets are MariaDB's; the run on MariaDB counts them.");
        await using var bill = new Bill(shop);
        var http = bill.Http;
        var fans = await shop.NextFansAsync(4);
        var (stand, lineless) = (await EventStand.OpenAsync(shop, places: 1), await EventStand.OpenAsync(shop, places: 1, hasWaitingList: false));
        await lineless.ApplyAsync(fans[3]);
        await EventStand.CaughtUpAsync(shop);

        await bill.AddAsync("list", () => http.GetAnswerAsync("/api/events?limit=100"));
        await bill.AddAsync("list of a district and category", () => http.GetAnswerAsync("/api/events?district=seoul&category=tour&from=2040-01-01&to=2041-01-01"));
        await bill.AddAsync("event", () => http.GetAnswerAsync(stand.Path));
        await bill.AddAsync("places", () => http.GetAnswerAsync($"{stand.Path}/places"));
        await bill.AddAsync("apply, confirmed", () => stand.ApplyAsync(fans[0], http, "once"));
        await bill.AddAsync("apply, repeated", () => stand.ApplyAsync(fans[0], http, "once"));
        await bill.AddAsync("apply, a second time", () => stand.ApplyAsync(fans[0], http, "twice"), HttpStatusCode.Conflict);
        await bill.AddAsync("apply, in line", () => stand.ApplyAsync(fans[1], http));
        await bill.AddAsync("apply, full", () => lineless.ApplyAsync(fans[0], http), HttpStatusCode.Conflict);
        await bill.AddAsync("my applications", () => fans[0].GetAsync(http, EventStand.Mine));
        await bill.AddAsync("cancel", () => stand.CancelAsync(fans[0], http));
        await bill.AddAsync("cancel again", () => stand.CancelAsync(fans[0], http), HttpStatusCode.Conflict);

        // Who applies looks first, at what they can hope for. What is cancelled is one text, whatever it comes to: event, application, five changes, its place.
        Assert.Equal<Cost>(
        [
            new("list", 1, 1, 0),
            new("list of a district and category", 1, 1, 0),
            new("event", 1, 1, 0),
            new("places", 1, 1, 0),
            new("apply, confirmed", 5, 2, 0),
            new("apply, repeated", 2, 2, 0),
            new("apply, a second time", 2, 2, 0),
            new("apply, in line", 5, 2, 0),
            new("apply, full", 2, 2, 0),
            new("my applications", 1, 1, 0),
            new("cancel", 8, 1, 0),
            new("cancel again", 8, 1, 0),
        ], bill.Costs);
    }
}
