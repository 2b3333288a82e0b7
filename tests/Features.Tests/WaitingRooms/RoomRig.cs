using System.Net;
using System.Net.Http.Headers;
using System.Net.Http.Json;
using Microsoft.AspNetCore.TestHost;
using Microsoft.Extensions.Hosting;
using Xunit;

namespace Dugout.Features.Tests.WaitingRooms;

/// <summary>The collection of the tests of waiting rooms, which run one after the other: a worker admits fans of all rooms.</summary>
[CollectionDefinition(Name)]
public sealed class WaitingRoomTests
{
    public const string Name = "waiting rooms";
}

/// <summary>What tests of waiting rooms have in common.</summary>
internal static class RoomRig
{
    /// <summary>A worker that does nothing but admit fans, ten times a second.</summary>
    public static IAsyncDisposable StartAdmission(this Shop shop, params (string Name, string Value)[] settings)
    {
        var host = shop.Replica([("ConnectionStrings:Replica1", ""), ("WaitingRooms:TickMilliseconds", "100"), ("WaitingRooms:LeaseSeconds", "2"), .. settings])
            .WithWebHostBuilder(builder => builder.ConfigureTestServices(services =>
            {
                var before = services.ToHashSet();
                services.AddFeatureJobs();
                foreach (var job in services.Except(before).Where(added => added.ServiceType == typeof(IHostedService) && added.ImplementationType?.Name != "AdmitFans").ToList())
                    services.Remove(job);
            }));
        // Accessing its services starts it.
        _ = host.Services;
        return host;
    }

    /// <summary>Makes a room, or changes it, and waits until both replicas know it.</summary>
    public static async Task SetRoomAsync(this Shop shop, Fan by, long game, string state = "open", int rate = 1_000, DateTime? opensAt = null, int? maxActive = null)
    {
        Assert.Equal(HttpStatusCode.OK, (await shop.TrySetRoomAsync(by, game, state, rate, opensAt, maxActive)).Status);
        foreach (var replica in shop.Replicas)
            await Until.TrueAsync(() => replica.GetAnswerAsync(PathOf(game)), room => (room.Json.GetProperty("state").GetString() == "none") == (state == "closed"));
    }

    /// <summary>Closes the rooms of earlier tests, which would keep a worker busy; not those of the tests of safety, which have the rate 1.</summary>
    public static Task CloseRoomsAsync(this Shop shop) => shop.ChangeAsync("UPDATE waiting_rooms SET state = 'closed' WHERE max_rate > 1", new { });

    public static Task<Answer> TrySetRoomAsync(this Shop shop, Fan by, long game, string state = "open", int rate = 1_000, DateTime? opensAt = null, int? maxActive = null)
    {
        Dictionary<string, object> settings = new() { ["state"] = state, ["minRate"] = rate, ["maxRate"] = rate };
        if (opensAt is { } time)
            settings["opensAt"] = time;
        if (maxActive is { } most)
            settings["maxActive"] = most;
        return by.PutAsync(shop.Http, $"/api/admin/games/{game}/waiting-room", settings);
    }

    /// <summary>The public document, once it is as expected.</summary>
    public static Task<Answer> RoomAsync(this Shop shop, long game, Predicate<Answer> isSo) => Until.TrueAsync(() => shop.Http.GetAnswerAsync(PathOf(game)), isSo);

    public static Task<Answer> RoomAsync(this Shop shop, long game, string state) => shop.RoomAsync(game, room => room.Json.GetProperty("state").GetString() == state);

    /// <summary>By how much, at most, more numbers were admitted between two admissions than a rate allows in that time.</summary>
    public static Task<double> GreatestExcessAsync(this Shop shop, long game, double rate) => shop.QueryAsync<double>("""
        SELECT MAX(later.admitted - earlier.admitted - @rate * TIMESTAMPDIFF(MICROSECOND, earlier.at, later.at) / 1e6)
        FROM waiting_admissions earlier JOIN waiting_admissions later ON later.game_id = earlier.game_id AND later.at > earlier.at
        WHERE earlier.game_id = @game
        """, new { game, rate });

    public static Task<Answer> TakeTicketAsync(this Fan fan, HttpClient replica, long game) => fan.PostAsync(replica, $"{PathOf(game)}/tickets", new { });

    public static Task<Answer> ExchangeAsync(this Fan fan, HttpClient replica, long game, string? ticket) => fan.PostAsync(replica, $"{PathOf(game)}/passes", new { ticket });

    /// <summary>The pass of a fan who takes a ticket and waits.</summary>
    public static async Task<string> PassAsync(this Fan fan, long game)
    {
        var ticket = (await fan.TakeTicketAsync(fan.Shop.Http, game)).Text("ticket");
        return (await Until.TrueAsync(() => fan.ExchangeAsync(fan.Shop.Http, game, ticket), answer => answer.Status == HttpStatusCode.Created)).Text("pass");
    }

    public static Task<Answer> HoldWithPassAsync(this Fan fan, HttpClient replica, long game, string? pass, int number) =>
        fan.SendWithPassAsync(replica, $"/api/games/{game}/holds", new { seats = new[] { new { gradeId = Shop.Grade(game), number } } }, pass);

    public static async Task<Answer> SendWithPassAsync(this Fan fan, HttpClient replica, string path, object body, string? pass, string? key = null)
    {
        using var request = new HttpRequestMessage(HttpMethod.Post, path) { Content = JsonContent.Create(body) };
        request.Headers.Authorization = new AuthenticationHeaderValue("Bearer", fan.Token);
        if (pass is not null)
            request.Headers.Add("X-Access-Pass", pass);
        if (key is not null)
            request.Headers.Add("Idempotency-Key", key);
        return await Answer.ReadAsync(await replica.SendAsync(request));
    }

    public static string Text(this Answer answer, string member) => answer.Json.TryGetProperty(member, out var text) ? text.GetString()! : throw new InvalidOperationException($"{answer.Status}: {answer.Body}");

    public static async Task<(HttpStatusCode Status, string? Code)> CodeOf(Task<Answer> asked) => ((await asked).Status, (await asked).Code);

    public static string PathOf(long game) => $"/api/games/{game}/waiting-room";
}
