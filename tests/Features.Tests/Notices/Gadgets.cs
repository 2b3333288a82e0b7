using System.Net;
using System.Text.Json;
using Dugout.Features.Tests.Accounts;
using Xunit;

namespace Dugout.Features.Tests.Notices;

/// <summary>Fans with devices, and their notices.</summary>
internal static class Gadgets
{
    public const string Devices = "/api/accounts/me/devices";

    public const string Notices = "/api/notices";

    /// <summary>A new device.</summary>
    public static string NewToken() => $"device-{Guid.NewGuid():N}";

    /// <summary>Signs in once more, with a device.</summary>
    public static Task<Answer> TrySignInWithAsync(this Fan fan, string token, HttpClient? replica = null) => (replica ?? fan.Shop.Http).SendAnonymouslyAsync(
        HttpMethod.Post, "/api/sessions", new { email = fan.Email, password = Shop.FanPassword, deviceToken = token });

    /// <summary>The same.</summary>
    /// <returns>The device's id.</returns>
    public static async Task<long> SignInWithAsync(this Fan fan, string token, HttpClient? replica = null)
    {
        var answer = await fan.TrySignInWithAsync(token, replica);
        Assert.True(answer.Status == HttpStatusCode.OK, answer.Body);
        return (await fan.DevicesAsync())[0];
    }

    /// <summary>The ids of a fan's devices, the one seen last first.</summary>
    public static async Task<IReadOnlyList<long>> DevicesAsync(this Fan fan) =>
        [.. (await fan.GetAsync(fan.Shop.Http, Devices)).Json.GetProperty("items").EnumerateArray().Select(device => device.GetProperty("deviceId").GetInt64())];

    /// <summary>The notices of a fan, newest first.</summary>
    public static async Task<IReadOnlyList<JsonElement>> NoticesAsync(this Fan fan, string query = "") =>
        [.. (await fan.GetAsync(fan.Shop.Http, Notices + query)).Json.GetProperty("items").EnumerateArray()];

    /// <summary>The kinds of it.</summary>
    public static async Task<IReadOnlyList<string>> KindsAsync(this Fan fan) => [.. (await fan.NoticesAsync()).Select(notice => notice.GetProperty("kind").GetString()!)];

    /// <summary>How much of it is unread.</summary>
    public static async Task<long> UnreadAsync(this Fan fan) => (await fan.GetAsync(fan.Shop.Http, Notices)).Number("unread");

    /// <summary>How many pushes wait for a fan.</summary>
    public static Task<long> PushesWaitingAsync(this Fan fan) =>
        fan.Shop.QueryAsync<long>("SELECT COUNT(*) FROM outbox WHERE topic = 'push' AND ordered_by = CONCAT('account:', @Id)", new { fan.Id });

    /// <summary>Events that start at the last second of this Korean day, with a place for a fan at each.</summary>
    public static Task ApplyForEventsTodayAsync(this Fan fan, int events)
    {
        var startsAt = (DateTime.UtcNow.AddHours(9).Date.AddDays(1) - TimeSpan.FromHours(9)).AddSeconds(-1);
        return fan.Shop.ChangeAsync(
            """
            INSERT INTO fan_events (title, description, venue, district, category, starts_at, applications_open_at, applications_close_at, places, has_waiting_list, taken)
            SELECT CONCAT('오늘 행사 ', @Id), 'x', 'x', 'seoul', 'tour', @startsAt, UTC_TIMESTAMP(6) - INTERVAL 9 DAY, UTC_TIMESTAMP(6) - INTERVAL 8 DAY, 1, 0, 1
            FROM accounts WHERE id <= @events;
            INSERT INTO event_applications (event_id, account_id, state, applied_at, confirmed_at)
            SELECT id, @Id, 'confirmed', UTC_TIMESTAMP(6), UTC_TIMESTAMP(6) FROM fan_events WHERE title = CONCAT('오늘 행사 ', @Id)
            """, new { fan.Id, startsAt, events });
    }

    /// <summary>A fan's password becomes half a year old.</summary>
    public static Task AgePasswordAsync(this Fan fan) =>
        fan.Shop.ChangeAsync("UPDATE accounts SET created_at = UTC_TIMESTAMP(6) - INTERVAL 181 DAY, password_set_at = NULL WHERE id = @Id", new { fan.Id });
}
