using System.Globalization;
using System.Net;
using System.Net.Http.Json;
using System.Text.Json;
using System.Text.RegularExpressions;
using Dugout.Features.Tests.Orders;
using Xunit;

namespace Dugout.Features.Tests.Platform;

/// <summary>
/// Asks a replica for everything its description offers: each read with every choice of its query parameters, each write at
/// least once. A new read is found by itself, if its parameters have a value here; a new write has to be made here.
/// </summary>
internal sealed partial class EveryOperation(HttpClient replica, Fan fan, Fan by, long game, long grade)
{
    private static readonly string[] Always = ["month", "delivery", "prefix", "window"];

    private readonly HashSet<string> _asked = [];
    private readonly Dictionary<string, string> _values = new()
    {
        ["gameId"] = Text(game),
        ["gradeId"] = Text(grade),
        ["teamId"] = "1",
        ["stadiumId"] = "1",
        ["limit"] = "1",
        ["productId"] = "1",
        ["delivery"] = "rocket-global",
        ["prefix"] = "LG 트윈스",
        ["campaignId"] = "1",
        ["ranking"] = "games",
        ["window"] = "day",
        ["tag"] = "직관",
        ["kind"] = "teams",
        ["eventId"] = "3",
        ["district"] = "seoul",
        ["category"] = "signing",
        ["from"] = "2026-01-01",
        ["to"] = "2099-12-31",
    };

    /// <summary>Described operations without a request, such as <c>POST /api/reservations</c>; read at the end.</summary>
    public IReadOnlyList<string> NotAsked { get; private set; } = [];

    /// <summary>Does all of it. Seats are taken from number <paramref name="first"/> on.</summary>
    public async Task RunAsync(int first, int year)
    {
        _values["month"] = $"{year}-04";
        await AccountsAsync();
        await OperateAsync(first);
        await WaitAsync();
        await BuyAsync(first + 10);
        await ClaimAsync();
        await FeedAsync();
        await TalkAsync();
        await RecommendAsync();
        await EventsAsync();
        await NoticesAsync();
        await RankedAsync();

        var operations = (await replica.GetAnswerAsync("/openapi/v1.json")).Json.GetProperty("paths").EnumerateObject()
            .SelectMany(path => path.Value.EnumerateObject().Select(operation => (Name: $"{operation.Name.ToUpperInvariant()} {path.Name}", operation.Value))).ToList();
        foreach (var (name, description) in operations.Where(operation => operation.Name.StartsWith("GET ", StringComparison.Ordinal)))
            await ReadAsync(name, QueryParameters(description));

        await SendAsync(fan, "DELETE /api/reservations/{id}", HttpStatusCode.NoContent);
        // Not in the description: errors that depend on another request.
        await RefusedAsync($"/api/games/{game}/grades/1000000000", "no-such-grade");
        await replica.GetAnswerAsync("/health/ready");
        foreach (var watched in (string[])["/watch/games", $"/watch/games/{game}", "/watch/errors"])
            Assert.Equal(HttpStatusCode.OK, (await replica.GetAnswerAsync(watched)).Status);
        NotAsked = [.. operations.Select(operation => operation.Name).Except(_asked)];
    }

    /// <summary>What operators do.</summary>
    private async Task OperateAsync(int first)
    {
        await SendAsync(by, "POST /api/admin/games", HttpStatusCode.Created, new
        {
            homeTeamId = 1,
            awayTeamId = 2,
            startsAt = "2061-04-01T09:30:00Z",
            saleOpensAt = "2026-01-01T00:00:00Z",
            saleClosesAt = "2060-01-01T00:00:00Z",
            grades = new[] { new { standId = 1, name = "테이블석", price = 50_000 } },
        });
        await SendAsync(by, "PATCH /api/admin/games/{gameId}", HttpStatusCode.OK, new { title = "올스타전", startsAt = "2062-04-01T09:30:00Z" });
        await SendAsync(by, "PATCH /api/admin/games/{gameId}/grades/{gradeId}", HttpStatusCode.OK, new { price = 1_000 });
        await SendAsync(by, "POST /api/admin/games/{gameId}/blocks", HttpStatusCode.NoContent, Seats(first, first + 1, first + 2));
        await SendAsync(by, "POST /api/admin/games/{gameId}/blocks", HttpStatusCode.Conflict, Seats(first));
        await SendAsync(by, "POST /api/admin/games/{gameId}/releases", HttpStatusCode.NoContent, Seats(first));
    }

    /// <summary>What a fan does: two purchases, of which one loses a seat, and a hold that stays.</summary>
    private async Task BuyAsync(int first)
    {
        await SendAsync(fan, "POST /api/sessions", HttpStatusCode.OK, new { email = fan.Email, password = Shop.FanPassword });
        await HoldAsync(first);
        await SendAsync(fan, "DELETE /api/games/{gameId}/holds/{holdId}", HttpStatusCode.NoContent);
        _values["holdId"] = Text((await SendAsync(fan, "POST /api/games/{gameId}/holds/best", HttpStatusCode.Created, new { gradeId = Shop.Grade(game), count = 1 })).Number("holdId"));
        await SendAsync(fan, "DELETE /api/games/{gameId}/holds/{holdId}", HttpStatusCode.NoContent);
        await HoldAsync(first);
        await ReserveAsync("first");
        await HoldAsync(first + 1, first + 2);
        await SendAsync(fan, "POST /api/games/{gameId}/holds/{holdId}/renewals", HttpStatusCode.OK);
        await ReserveAsync("second");
        await ReserveAsync("second");
        _values["number"] = Text(first + 1);
        await SendAsync(fan, "DELETE /api/reservations/{id}/seats/{gradeId}/{number}", HttpStatusCode.NoContent);
        await HoldAsync(first + 3);
    }

    /// <summary>Two coupons of seeded campaigns, one of them requested again, and none of a campaign that Redis does not know as sold out.</summary>
    private async Task ClaimAsync()
    {
        const string Claim = "POST /api/coupon-campaigns/{campaignId}/coupons";
        await SendAsync(fan, Claim, HttpStatusCode.Created, key: "coupon");
        var coupon = (await SendAsync(fan, Claim, HttpStatusCode.Created, key: "coupon")).Number("couponId");
        _values["campaignId"] = Text(FilledShop.SoldOutCampaign);
        await SendAsync(fan, Claim, HttpStatusCode.Conflict, key: "late");
        _values["campaignId"] = "2";
        await SendAsync(fan, Claim, HttpStatusCode.Created, key: "another");
        await OrderAsync(coupon);
    }

    /// <summary>Two orders: one with a coupon, which is cancelled before the partner approves, and one that is paid.</summary>
    private async Task OrderAsync(long coupon)
    {
        const string Order = "POST /api/orders";
        var lines = new[] { new { productId = 1, quantity = 10 }, new { productId = 2, quantity = 1 } };
        var cancelled = await SendAsync(fan, Order, HttpStatusCode.Created, new { lines, couponId = coupon }, key: "cancelled");
        _values["orderId"] = Text(cancelled.Number("orderId"));
        await SendAsync(fan, "DELETE /api/orders/{orderId}", HttpStatusCode.NoContent);
        await ApproveAsync(cancelled);
        var paid = await SendAsync(fan, Order, HttpStatusCode.Created, new { lines }, key: "paid");
        _values["orderId"] = Text(paid.Number("orderId"));
        await ApproveAsync(paid);
    }

    private async Task ApproveAsync(Answer order)
    {
        var body = SignedCallback.Of(order.Number("orderId"), $"pay-{order.Number("orderId")}", order.Number("total"), "approved");
        var answer = await SignedCallback.SendAsync(replica, body, SignedCallback.Sign(fan.Shop, body));
        Assert.True(answer.Status == HttpStatusCode.NoContent, answer.Body);
        _asked.Add($"POST {SignedCallback.Path}");
    }

    private async Task HoldAsync(params int[] numbers) =>
        _values["holdId"] = Text((await SendAsync(fan, "POST /api/games/{gameId}/holds", HttpStatusCode.Created, Seats(numbers))).Number("holdId"));

    private async Task ReserveAsync(string key) =>
        _values["id"] = Text((await SendAsync(fan, "POST /api/reservations", HttpStatusCode.Created,
            new { gameId = game, holdId = long.Parse(_values["holdId"], CultureInfo.InvariantCulture) }, key)).Number("reservationId"));

    /// <summary>Reads with every choice of the parameters; the next page is the one after the first.</summary>
    private async Task ReadAsync(string operation, IReadOnlyList<string> parameters)
    {
        var who = operation.StartsWith("GET /api/admin/", StringComparison.Ordinal) ? by : fan;
        List<string> chosen = [.. parameters.Intersect(Always)];
        if (parameters.Contains("after"))
            _values["after"] = (await SendAsync(who, operation + Query([.. chosen, "limit"]), HttpStatusCode.OK)).Json.GetProperty("next").GetString()
                ?? throw new InvalidOperationException($"{operation} has one row only; a second page needs two.");

        string[] free = [.. parameters.Except(Always)];
        for (var choice = 0; choice < 1 << free.Length; choice++)
            await SendAsync(who, operation + Query([.. chosen, .. free.Where((_, index) => (choice & (1 << index)) != 0)]), HttpStatusCode.OK);
    }

    /// <summary>Sends an operation by its name, with values for its path parameters.</summary>
    private async Task<Answer> SendAsync(Fan who, string operation, HttpStatusCode expected, object? body = null, string? key = null)
    {
        var words = operation.Split(' ');
        var path = Parameter().Replace(words[1], parameter => ValueOf(parameter.Groups[1].Value, of: words[1]));
        var content = body is null ? null : body as HttpContent ?? JsonContent.Create(body);
        var answer = await who.SendAsync(replica, new(words[0]), path, content, key);
        Assert.True(answer.Status == expected, $"{words[0]} {path}: {answer.Status} {answer.Body}");
        _asked.Add(operation.Split('?')[0]);
        return answer;
    }

    private async Task RefusedAsync(string path, string code) => Assert.Equal(code, (await fan.GetAsync(replica, path)).Code);

    private string Query(IReadOnlyCollection<string> parameters) =>
        parameters.Count == 0 ? "" : "?" + string.Join('&', parameters.Select(name => $"{name}={Uri.EscapeDataString(ValueOf(name))}"));

    /// <summary>The talk board has posts and comments of its own, under the names of the feed's, and the waiting room is of a game of its own.</summary>
    private string ValueOf(string parameter, string of = "") =>
        (of.Contains("/talk/", StringComparison.Ordinal) && _values.TryGetValue($"talk/{parameter}", out var value))
        || (of.Contains("/waiting-room", StringComparison.Ordinal) && _values.TryGetValue($"waiting-room/{parameter}", out value)) || _values.TryGetValue(parameter, out value)
            ? value
            : throw new InvalidOperationException($"Give the parameter {parameter} a value here.");

    private object Seats(params int[] numbers) => new { seats = numbers.Select(number => new { gradeId = grade, number }) };

    private static string[] QueryParameters(JsonElement operation) => operation.TryGetProperty("parameters", out var parameters)
        ? [.. parameters.EnumerateArray().Where(one => one.GetProperty("in").GetString() == "query").Select(one => one.GetProperty("name").GetString()!)]
        : [];

    private static string Text(long number) => number.ToString(CultureInfo.InvariantCulture);

    [GeneratedRegex(@"\{(\w+)\}")]
    private static partial Regex Parameter();
}
