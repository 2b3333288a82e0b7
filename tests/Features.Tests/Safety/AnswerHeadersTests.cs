using System.Net;
using Xunit;

namespace Dugout.Features.Tests.Safety;

/// <summary>The headers of every response. Those of the gateway and its page: <c>GatewayTests</c>, <c>WatchPageTests</c>.</summary>
public sealed class AnswerHeadersTests(Shop shop)
{
    /// <summary>Public responses that say so may be cached; no other response, and no error, may be.</summary>
    [Fact]
    public async Task No_response_is_sniffed_and_private_responses_are_not_cacheable()
    {
        var game = shop.NextGame();
        var mine = await Belongings.OfAsync(await shop.NextFanAsync(), game, first: 1);
        var by = await Belongings.OfAsync(await shop.NextOperatorAsync(), game, first: 1 + Belongings.Seats);
        var kept = 0;
        foreach (var row in Doors.All)
        {
            var who = row.Door == Door.Operators ? by : mine;
            foreach (var token in (string?[])[null, who.Owner.Token])
            {
                var answer = await Belongings.SendAsync(row, shop.Http, token, _ => who);
                var cache = string.Join(", ", answer.Headers.TryGetValues("Cache-Control", out var said) ? said : []);

                Assert.True(answer.Headers.TryGetValues("X-Content-Type-Options", out var types) && types.SequenceEqual(["nosniff"]), $"{row.Operation} may be guessed at.");
                Assert.DoesNotContain(answer.Headers, header => header.Key is "Server" or "X-Powered-By" or "X-AspNet-Version");
                if (row.Door == Door.Everybody && answer.Status == HttpStatusCode.OK && cache.Contains("public", StringComparison.Ordinal))
                    kept++;
                else
                    Assert.True(cache is "no-store" or "no-store, no-cache", $"{row.Operation}: {answer.Status}, Cache-Control: {cache}");
            }
        }

        Assert.True(kept > 20, $"{kept} answers that may be kept.");
    }

    /// <summary>Requests rejected before they reach an operation.</summary>
    [Theory]
    [InlineData("/api/nothing", HttpStatusCode.NotFound)]
    [InlineData("/api/games/x", HttpStatusCode.BadRequest)]
    [InlineData("/api/sessions", HttpStatusCode.MethodNotAllowed)]
    public async Task Errors_are_neither_sniffed_nor_cacheable(string path, HttpStatusCode status)
    {
        using var answer = await shop.Http.GetAsync(new Uri(path, UriKind.Relative));

        Assert.Equal((status, "no-store"), (answer.StatusCode, answer.Headers.CacheControl?.ToString()));
        Assert.Equal(["nosniff"], answer.Headers.GetValues("X-Content-Type-Options"));
    }
}
