using System.Net;
using System.Text;
using Xunit;

namespace Dugout.Features.Tests.Operators;

public sealed class ListActsTests(Shop shop)
{
    /// <summary>All requests of operators.</summary>
    public static TheoryData<string, string> Operations { get; } = new()
    {
        { "GET", "/api/admin/acts" },
        { "PUT", "/api/admin/accounts/1/ban" },
        { "DELETE", "/api/admin/accounts/1/ban" },
        { "GET", "/api/admin/stands" },
        { "POST", "/api/admin/games" },
        { "PATCH", "/api/admin/games/3" },
        { "PATCH", "/api/admin/games/3/grades/11" },
        { "GET", "/api/admin/games/3/blocks" },
        { "POST", "/api/admin/games/3/blocks" },
        { "POST", "/api/admin/games/3/releases" },
        { "GET", "/api/admin/games/3/waiting-room" },
        { "PUT", "/api/admin/games/3/waiting-room" },
        { "POST", "/api/admin/picks" },
        { "DELETE", "/api/admin/picks/1" },
        { "POST", "/api/admin/events" },
        { "PATCH", "/api/admin/events/3" },
        { "DELETE", "/api/admin/talk/posts/1" },
        { "DELETE", "/api/admin/talk/posts/1/comments/1" },
    };

    [Theory]
    [MemberData(nameof(Operations))]
    public async Task Only_operators_may_use_the_operations_of_operators(string method, string path)
    {
        var fan = await shop.NextFanAsync();
        const string body = """{"seats":[{"gradeId":11,"number":1}]}""";
        using var unauthenticated = new HttpRequestMessage(new(method), path) { Content = new StringContent(body, Encoding.UTF8, "application/json") };

        var refusedFan = await fan.SendAsync(shop.Http, new(method), path, new StringContent(body, Encoding.UTF8, "application/json"));
        var rejectedUnauthenticated = await Answer.ReadAsync(await shop.Http.SendAsync(unauthenticated, TestContext.Current.CancellationToken));

        Assert.Equal((HttpStatusCode.Forbidden, "not-allowed"), (refusedFan.Status, refusedFan.Code));
        Assert.Equal((HttpStatusCode.Unauthorized, "not-signed-in"), (rejectedUnauthenticated.Status, rejectedUnauthenticated.Code));
    }

    [Fact]
    public async Task Every_operation_of_operators_is_in_the_list_of_this_test()
    {
        var paths = (await shop.Http.GetAnswerAsync("/openapi/v1.json")).Json.GetProperty("paths").EnumerateObject();

        var described = paths.Where(path => path.Name.StartsWith("/api/admin/", StringComparison.Ordinal)).Sum(path => path.Value.EnumerateObject().Count());

        Assert.Equal(Operations.Count, described);
    }

    [Fact]
    public async Task Acts_are_listed_newest_first_and_none_is_skipped_or_repeated()
    {
        var by = await shop.NextOperatorAsync();
        var game = shop.NextGame();
        for (var number = 1; number <= 5; number++)
            await by.PostAsync(shop.Http, $"/api/admin/games/{game}/blocks", new { seats = new[] { new { gradeId = Shop.Grade(game), number } } });

        List<int> seen = [];
        string? next = "";
        while (next is not null)
        {
            var page = (await by.GetAsync(shop.Replicas[seen.Count % 2], $"/api/admin/acts?gameId={game}&limit=2{next}")).Json;
            seen.AddRange(page.GetProperty("items").EnumerateArray().Select(act => act.GetProperty("after").GetProperty("seats")[0].GetProperty("number").GetInt32()));
            next = page.GetProperty("next").GetString() is { } cursor ? $"&after={cursor}" : null;
        }

        Assert.Equal([5, 4, 3, 2, 1], seen);
    }

    [Theory]
    [InlineData("limit=0")]
    [InlineData("limit=101")]
    [InlineData("after=nonsense")]
    [InlineData("gameId=x")]
    public async Task Unreadable_input_is_rejected(string query)
    {
        var by = await shop.NextOperatorAsync();

        var refused = await by.GetAsync(shop.Http, $"/api/admin/acts?{query}");

        Assert.Equal((HttpStatusCode.BadRequest, "invalid"), (refused.Status, refused.Code));
    }
}
