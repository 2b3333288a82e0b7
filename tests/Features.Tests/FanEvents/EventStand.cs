using System.Globalization;
using System.Text.Json;
using Dugout.Tests.Support;
using Xunit;

namespace Dugout.Features.Tests.FanEvents;

/// <summary>An event that no other test uses, on its own day.</summary>
internal sealed record EventStand(Shop Shop, long Id, DateOnly Day)
{
    public const string Mine = "/api/event-applications";

    private static long _last = 1_000_000;
    private static int _lastDay;

    public string Path => $"/api/events/{Id}";

    /// <summary>A Korean day on which there is no event but those of one test; nor is there one of another's the day before or after.</summary>
    public static DateOnly NextDay() => new DateOnly(2040, 1, 1).AddDays(3 * Interlocked.Increment(ref _lastDay));

    public static string Text(DateOnly day) => day.ToString("yyyy-MM-dd", CultureInfo.InvariantCulture);

    /// <summary>Opens one by its row, as if it had always been there: without an operator's request, and so without cache invalidation.</summary>
    public static async Task<EventStand> OpenAsync(
        Shop shop, int places, bool hasWaitingList = true, int opensInHours = -1, int closesInHours = 1, DateOnly? day = null, string district = "seoul",
        string category = "tour", int hour = 18)
    {
        var id = Interlocked.Increment(ref _last);
        var on = day ?? NextDay();
        var startsAt = on.ToDateTime(new(hour, 0)) - TimeSpan.FromHours(9);
        await shop.ChangeAsync(
            """
            INSERT INTO fan_events (id, title, description, venue, district, category, starts_at, applications_open_at, applications_close_at, places, has_waiting_list)
            VALUES (@id, '구장 투어', '더그아웃까지 들어가 봅니다.', '잠실야구장', @district, @category, @startsAt, UTC_TIMESTAMP(6) + INTERVAL @opensInHours HOUR,
                    UTC_TIMESTAMP(6) + INTERVAL @closesInHours HOUR, @places, @hasWaitingList)
            """, new { id, district, category, startsAt, opensInHours, closesInHours, places, hasWaitingList });
        return new(shop, id, on);
    }

    public Task<Answer> ApplyAsync(Fan fan, string? key = null) => ApplyAsync(fan, Shop.Http, key);

    public Task<Answer> ApplyAsync(Fan fan, HttpClient replica, string? key = null) =>
        fan.SendAsync(replica, HttpMethod.Post, $"{Path}/applications", key: key ?? Guid.NewGuid().ToString());

    public Task<Answer> CancelAsync(Fan fan, HttpClient? replica = null) => fan.DeleteAsync(replica ?? Shop.Http, $"{Path}/applications/mine");

    /// <summary>Applies, and again with the same key for as long as the shop is busy or doesn't know.</summary>
    public Task<Answer> InsistAsync(Fan fan, HttpClient replica, string? key = null)
    {
        key ??= Guid.NewGuid().ToString();
        return Until.AnsweredAsync(() => ApplyAsync(fan, replica, key));
    }

    /// <summary>Everybody applies at once, by turns at the replicas.</summary>
    public Task<Answer[]> RushAsync(IReadOnlyList<Fan> fans, IReadOnlyList<HttpClient> replicas) =>
        Together.RunAsync(fans.Count, caller => InsistAsync(fans[caller], replicas[caller % replicas.Count]));

    /// <summary>The number of responses by status and application state or error code.</summary>
    public static Dictionary<string, int> CountByResult(IEnumerable<Answer> answers) => answers
        .CountBy(answer => $"{(int)answer.Status} {answer.Code ?? (answer.Json.ValueKind == JsonValueKind.Object ? answer.Json.GetProperty("state").GetString() : "")}").ToDictionary();

    /// <summary>Fails unless the event's counts equal its rows: one per fan, and waiting fans applied after all confirmed ones.</summary>
    public async Task AssertRowsAsync(long confirmed, long waiting)
    {
        Assert.Equal((confirmed, waiting), await CountedAsync());
        Assert.Equal((confirmed, waiting), (await RowsAsync("confirmed"), await RowsAsync("waiting")));
        Assert.Equal(0, await Shop.QueryAsync<long>(
            "SELECT COUNT(*) - COUNT(DISTINCT account_id) FROM event_applications WHERE event_id = @Id", new { Id }));
        Assert.Equal(0, await Shop.QueryAsync<long>(
            """
            SELECT COUNT(*) FROM event_applications later JOIN event_applications earlier ON earlier.event_id = later.event_id AND earlier.id < later.id
            WHERE later.event_id = @Id AND later.state = 'confirmed' AND earlier.state = 'waiting'
            """, new { Id }));
    }

    public async Task<(long Taken, long Waiting)> CountedAsync() => (
        await Shop.QueryAsync<long>("SELECT CAST(taken AS SIGNED) FROM fan_events WHERE id = @Id", new { Id }),
        await Shop.QueryAsync<long>("SELECT CAST(waiting AS SIGNED) FROM fan_events WHERE id = @Id", new { Id }));

    public Task<long> RowsAsync(string state) =>
        Shop.QueryAsync<long>("SELECT COUNT(*) FROM event_applications WHERE event_id = @Id AND state = @state", new { Id, state });

    /// <summary>What a fan's application is now; null where there is none.</summary>
    public Task<string?> StateOfAsync(Fan fan) =>
        Shop.QueryAsync<string?>("SELECT state FROM event_applications WHERE event_id = @Id AND account_id = @account", new { Id, account = fan.Id });

    /// <summary>Waits until every read replica has what was written so far.</summary>
    public static Task CaughtUpAsync(Shop shop) => shop.Servers.CaughtUpAsync(TestContext.Current.CancellationToken);
}
