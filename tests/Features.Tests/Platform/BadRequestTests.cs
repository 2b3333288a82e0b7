using System.Net;
using System.Net.Http.Headers;
using System.Text;
using System.Text.Json;
using Microsoft.AspNetCore.Http.Json;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Options;
using Xunit;

namespace Dugout.Features.Tests.Platform;

/// <summary>What no request may be, at any route that takes a body or a token. Nothing of it changes anything.</summary>
public sealed class BadRequestTests(Shop shop)
{
    [Theory]
    [InlineData("""{"seats":[{"gradeId":11,"number":1}""", "seats[1]")]
    [InlineData("""nonsense""", "body")]
    [InlineData("", "body")]
    [InlineData("null", "body")]
    [InlineData("""{}""", "seats")]
    [InlineData("""{"seats":null}""", "seats")]
    [InlineData("""{"Seats":[{"gradeId":11,"number":1}]}""", "Seats")]
    [InlineData("""{"seats":[null]}""", "seats[0]")]
    [InlineData("""{"seats":[{"number":1}]}""", "seats[0].gradeId")]
    [InlineData("""{"seats":[{"gradeId":11}]}""", "seats[0].number")]
    [InlineData("""{"seats":[{"gradeId":11,"number":"1"}]}""", "seats[0].number")]
    [InlineData("""{"seats":[{"gradeId":11,"number":99999999999}]}""", "seats[0].number")]
    [InlineData("""{"seats":[{"gradeId":11,"number":1.5}]}""", "seats[0].number")]
    [InlineData("""{"seats":[{"gradeId":11,"number":1,"price":0}]}""", "price")]
    [InlineData("""{"seats":[],"seats":[{"gradeId":11,"number":1}]}""", "seats")]
    [InlineData("""{"seats":[{"gradeId":11,"number":1}],"accountId":7}""", "accountId")]
    [InlineData("""{"was missing required properties including: 'a', 'a'.":1}""", "was missing required properties including: 'a', 'a'.")]
    public async Task A_malformed_body_is_rejected_with_its_field(string body, string field)
    {
        var fan = await shop.NextFanAsync();
        using var content = new StringContent(body, null, "application/json");

        var refused = await fan.PostAsync(shop.Http, "/api/games/3/holds", content);

        Assert.Equal((HttpStatusCode.BadRequest, "invalid"), (refused.Status, refused.Code));
        Assert.True(refused.Json.GetProperty("errors").TryGetProperty(field, out _), refused.Body);
        Assert.Equal(32, refused.Json.GetProperty("traceId").GetString()!.Length);
        Assert.Equal(["api-1"], refused.Headers.GetValues("X-Served-By"));
    }

    [Theory]
    [InlineData("""{"gameId":3}""", "holdId")]
    [InlineData("""{"gameId":3,"holdId":null}""", "holdId")]
    [InlineData("""{"gameId":3,"holdId":1,"total":0}""", "total")]
    [InlineData("""{"gameId":3,"holdId":1e30}""", "holdId")]
    public async Task A_malformed_reservation_is_rejected_with_its_field(string body, string field)
    {
        var fan = await shop.NextFanAsync();
        using var content = new StringContent(body, null, "application/json");

        var refused = await fan.PostAsync(shop.Http, "/api/reservations", content, "a-key");

        Assert.Equal((HttpStatusCode.BadRequest, "invalid"), (refused.Status, refused.Code));
        Assert.True(refused.Json.GetProperty("errors").TryGetProperty(field, out _), refused.Body);
    }

    /// <summary>No request of today has room for deeper JSON than its own; what the limit does shows only on something that has.</summary>
    [Fact]
    public async Task A_body_has_at_most_16_levels_of_nesting()
    {
        await using var replica = shop.Replica();
        var options = replica.Services.GetRequiredService<IOptions<JsonOptions>>().Value.SerializerOptions;

        Assert.Equal(JsonValueKind.Array, JsonSerializer.Deserialize<JsonElement>(Nested(16), options).ValueKind);
        Assert.Throws<JsonException>(() => JsonSerializer.Deserialize<JsonElement>(Nested(17), options));

        static string Nested(int levels) => new string('[', levels) + new string(']', levels);
    }

    [Fact]
    public async Task A_body_over_64_KiB_is_rejected_with_and_without_Content_Length()
    {
        var fan = await shop.NextFanAsync();
        // Well-formed, so that only its length is rejected.
        var bytes = Encoding.ASCII.GetBytes($$"""{"seats":[{{new string(' ', 65_536)}}]}""");
        using var stated = new ByteArrayContent(bytes);
        stated.Headers.ContentType = new("application/json");
        using var chunked = new StreamContent(new Unsized(bytes));
        chunked.Headers.ContentType = new("application/json");

        foreach (var content in (HttpContent[])[stated, chunked])
        {
            var refused = await fan.PostAsync(shop.Http, "/api/games/3/holds", content);
            Assert.Equal((HttpStatusCode.RequestEntityTooLarge, "too-large"), (refused.Status, refused.Code));
        }
    }

    [Fact]
    public async Task A_body_not_declared_as_JSON_is_rejected()
    {
        var fan = await shop.NextFanAsync();
        using var content = new StringContent("seats=1", null, "application/x-www-form-urlencoded");

        var refused = await fan.PostAsync(shop.Http, "/api/games/3/holds", content);

        Assert.Equal((HttpStatusCode.UnsupportedMediaType, "unsupported-media-type"), (refused.Status, refused.Code));
    }

    /// <summary>The framework would take it for a fault of ours.</summary>
    [Theory]
    [InlineData("nonsense")]
    [InlineData("utf-7")]
    public async Task A_body_in_an_unknown_character_set_is_rejected(string charset)
    {
        var fan = await shop.NextFanAsync();
        using var content = new StringContent("""{"seats":[{"gradeId":11,"number":1}]}""");
        content.Headers.ContentType = MediaTypeHeaderValue.Parse($"application/json; charset={charset}");

        var refused = await fan.PostAsync(shop.Http, "/api/games/3/holds", content);

        Assert.Equal((HttpStatusCode.UnsupportedMediaType, "unsupported-media-type"), (refused.Status, refused.Code));
    }

    [Theory]
    [InlineData(null)]
    [InlineData("Bearer")]
    [InlineData("Bearer garbage")]
    [InlineData("Basic ZmFuMTp4")]
    public async Task Without_a_valid_token_a_purchase_is_rejected(string? authorization)
    {
        foreach (var address in (string[])
            ["POST /api/games/3/holds", "POST /api/reservations", "GET /api/games/3/holds", "DELETE /api/games/3/holds/1", "POST /api/games/3/holds/1/renewals",
             "POST /api/coupon-campaigns/1/coupons", "GET /api/coupons", "GET /api/reservations", "GET /api/reservations/1", "DELETE /api/reservations/1", "DELETE /api/reservations/1/seats/11/1",
             "PUT /api/accounts/me/password", "DELETE /api/sessions/current",
             "POST /api/orders", "GET /api/orders", "GET /api/orders/1", "DELETE /api/orders/1",
             "POST /api/posts", "DELETE /api/posts/1", "PUT /api/posts/1/like", "DELETE /api/posts/1/like", "POST /api/posts/1/comments", "DELETE /api/posts/1/comments/1",
             "GET /api/feed/mine", "GET /api/followings", "PUT /api/followings/fans/1", "DELETE /api/followings/teams/1",
             "POST /api/talk/posts", "PUT /api/talk/posts/1", "DELETE /api/talk/posts/1", "PUT /api/talk/posts/1/like", "DELETE /api/talk/posts/1/like",
             "POST /api/talk/posts/1/comments", "DELETE /api/talk/posts/1/comments/1",
             "POST /api/events/3/applications", "DELETE /api/events/3/applications/mine", "GET /api/event-applications"])
        {
            var (method, path) = (address.Split(' ')[0], address.Split(' ')[1]);
            using var request = new HttpRequestMessage(new HttpMethod(method), path);
            if (method == "POST")
                request.Content = new StringContent("{}", null, "application/json");
            if (authorization is not null)
                request.Headers.TryAddWithoutValidation("Authorization", authorization);

            var refused = await Answer.ReadAsync(await shop.Http.SendAsync(request));

            Assert.Equal((address, HttpStatusCode.Unauthorized, "not-signed-in"), (address, refused.Status, refused.Code));
        }
    }

    [Theory]
    [InlineData("GET", "games/{0}/holds", "gameId")]
    [InlineData("DELETE", "games/{0}/holds/1", "gameId")]
    [InlineData("DELETE", "games/3/holds/{0}", "holdId")]
    [InlineData("POST", "games/{0}/holds/1/renewals", "gameId")]
    [InlineData("POST", "games/3/holds/{0}/renewals", "holdId")]
    [InlineData("GET", "reservations/{0}", "id")]
    [InlineData("DELETE", "reservations/{0}", "id")]
    [InlineData("DELETE", "reservations/{0}/seats/11/1", "id")]
    [InlineData("DELETE", "reservations/1/seats/{0}/1", "gradeId")]
    [InlineData("DELETE", "reservations/1/seats/11/{0}", "number")]
    [InlineData("GET", "coupon-campaigns/{0}", "campaignId")]
    [InlineData("POST", "coupon-campaigns/{0}/coupons", "campaignId")]
    [InlineData("GET", "coupon-campaigns?limit={0}", "limit")]
    [InlineData("GET", "coupon-campaigns?after={0}", "after")]
    [InlineData("GET", "coupons?limit={0}", "limit")]
    [InlineData("GET", "coupons?after={0}", "after")]
    [InlineData("GET", "orders/{0}", "orderId")]
    [InlineData("DELETE", "orders/{0}", "orderId")]
    [InlineData("GET", "orders?limit={0}", "limit")]
    [InlineData("GET", "orders?after={0}", "after")]
    [InlineData("GET", "feed?limit={0}", "limit")]
    [InlineData("GET", "feed/mine?after={0}", "after")]
    [InlineData("GET", "posts/{0}", "postId")]
    [InlineData("DELETE", "posts/{0}", "postId")]
    [InlineData("PUT", "posts/{0}/like", "postId")]
    [InlineData("DELETE", "posts/1/comments/{0}", "commentId")]
    [InlineData("PUT", "followings/fans/{0}", "followedId")]
    [InlineData("GET", "pictures/{0}", "pictureId")]
    [InlineData("GET", "talk/posts?limit={0}", "limit")]
    [InlineData("GET", "talk/posts?after={0}", "after")]
    [InlineData("GET", "talk/posts?teamId={0}", "teamId")]
    [InlineData("GET", "talk/posts/{0}", "postId")]
    [InlineData("DELETE", "talk/posts/{0}", "postId")]
    [InlineData("PUT", "talk/posts/{0}/like", "postId")]
    [InlineData("GET", "talk/posts/1/comments?after={0}", "after")]
    [InlineData("DELETE", "talk/posts/1/comments/{0}", "commentId")]
    [InlineData("GET", "events?limit={0}", "limit")]
    [InlineData("GET", "events?after={0}", "after")]
    [InlineData("GET", "events?district={0}", "district")]
    [InlineData("GET", "events?from={0}", "from")]
    [InlineData("GET", "events/{0}", "eventId")]
    [InlineData("GET", "events/{0}/places", "eventId")]
    [InlineData("POST", "events/{0}/applications", "eventId")]
    [InlineData("DELETE", "events/{0}/applications/mine", "eventId")]
    [InlineData("GET", "event-applications?limit={0}", "limit")]
    [InlineData("GET", "event-applications?after={0}", "after")]
    [InlineData("GET", "rankings/games?window=day&teamId={0}", "teamId")]
    [InlineData("GET", "recommendations/picks/{0}/picture", "pickId")]
    [InlineData("DELETE", "accounts/me/devices/{0}", "deviceId")]
    [InlineData("GET", "notices?limit={0}", "limit")]
    [InlineData("GET", "notices?after={0}", "after")]
    [InlineData("PUT", "notices/{0}/read", "noticeId")]
    [InlineData("GET", "reservations?limit={0}", "limit")]
    [InlineData("GET", "reservations?after={0}", "after")]
    public async Task An_unreadable_id_is_rejected_with_its_field(string method, string path, string field)
    {
        var fan = await shop.NextFanAsync();
        foreach (var id in (string[])["x", "1.5", "1e3", "99999999999999999999", "%27", "1%3B--"])
        {
            var refused = await fan.SendAsync(shop.Http, new HttpMethod(method), $"/api/{string.Format(null, path, id)}");

            Assert.Equal((id, HttpStatusCode.BadRequest, "invalid"), (id, refused.Status, refused.Code));
            Assert.True(refused.Json.GetProperty("errors").TryGetProperty(field, out _), refused.Body);
        }
    }

    [Fact]
    public async Task An_unknown_address_or_method_is_rejected_with_a_problem_body()
    {
        var address = await shop.Http.GetAnswerAsync("/api/nothing");
        Assert.Equal((HttpStatusCode.NotFound, "no-such-page"), (address.Status, address.Code));

        using var request = new HttpRequestMessage(HttpMethod.Delete, "/api/teams");
        var method = await Answer.ReadAsync(await shop.Http.SendAsync(request));
        Assert.Equal((HttpStatusCode.MethodNotAllowed, "method-not-allowed"), (method.Status, method.Code));
    }

    [Fact]
    public async Task Errors_are_problem_json()
    {
        using var response = await shop.Http.GetAsync(new Uri("/api/games/0", UriKind.Relative));

        Assert.Equal(new MediaTypeHeaderValue("application/problem+json"), response.Content.Headers.ContentType);
    }

    /// <summary>A stream of unknown length, so that it is sent in chunks.</summary>
    private sealed class Unsized(byte[] bytes) : MemoryStream(bytes)
    {
        public override bool CanSeek => false;
    }
}
