using System.Globalization;
using Dugout.Load.Checks;
using Dugout.Load.Checks.Histories;
using Dugout.Load.Client;
using Microsoft.AspNetCore.Http;

namespace Dugout.Load.Tests;

/// <summary>Its talk board, its rankings, and what it recommends.</summary>
internal sealed partial class FakeShop
{
    private static readonly byte[] Picture = [0x47, 0x49, 0x46];

    private readonly List<TalkPost> _talk = [];

    /// <summary>How many talk posts are seeded, ids from 1 on.</summary>
    public int TalkPosts { get; set; } = 30;

    /// <summary>The number of requests before the rankings are computed.</summary>
    public int UncountedRankings { get; set; }

    /// <summary>How many places a ranking has.</summary>
    public int RankingPlaces { get; set; } = 3;

    private void MapTalk()
    {
        On("list", "GET", "/api/talk/posts", context =>
        {
            var (limit, after) = ((int)Number(context, "limit"), context.Request.Query["after"].ToString());
            lock (_gate)
            {
                var page = Board().Where(post => after.Length == 0 || post.PostId < long.Parse(after, CultureInfo.InvariantCulture)).Take(limit + 1).ToList();
                return Respond(new { items = page.Take(limit).ToArray(), next = page.Count > limit ? $"{page[limit - 1].PostId}" : null });
            }
        });
        On("3 post", "GET", "/api/talk/posts/{post}", context =>
        {
            lock (_gate) return Board().FirstOrDefault(post => post.PostId == Id(context, "post")) is { } post ? Respond(new { post, body = "what it says" }) : Task.FromResult(Problem(404, "no-such-post"));
        });
        On("4 comments", "GET", "/api/talk/posts/{post}/comments", _ => Respond(new { items = Array.Empty<object>(), next = (string?)null }));
        On("5 talk", "POST", "/api/talk/posts", async context =>
        {
            var (account, asked) = (Account(context), await Body(context));
            lock (_gate)
            {
                var post = new TalkPost(++_lastPost, new Talker(account, "fan"), Text(asked, "title"), 0, 0, DateTimeOffset.UtcNow);
                _talk.Add(post);
                _writings.Add(new WritingRow(WritingKind.TalkPost, post.PostId, account, null, Text(asked, "body"), post.WrittenAt.UtcDateTime));
                return TypedResults.Json(new { postId = post.PostId, writtenAt = post.WrittenAt }, statusCode: 201);
            }
        });
        On("6 like", "PUT", "/api/talk/posts/{post}/like", context => Like(context, WritingKind.TalkLike));
        On("7 comment", "POST", "/api/talk/posts/{post}/comments", async context =>
        {
            var text = Text(await Body(context), "body");
            return TypedResults.Json(new { commentId = Comment(context, WritingKind.TalkComment, text), writtenAt = DateTimeOffset.UtcNow }, statusCode: 201);
        });
        On("ranking", "GET", "/api/rankings/{ranking}", context =>
        {
            if (Requests["ranking"] <= UncountedRankings) return Task.FromResult(Problem(503, "busy"));
            var (window, now) = (context.Request.Query["window"].ToString(), DateTimeOffset.UtcNow);
            return Respond(new
            {
                ranking = (string)context.Request.RouteValues["ranking"]!,
                window,
                from = now.AddDays(window == "day" ? -1 : window == "week" ? -7 : -30),
                until = now,
                items = Enumerable.Range(1, RankingPlaces).Select(place => new { place, id = place, name = $"name {place}", points = 10 }).ToArray(),
                next = (string?)null,
            });
        });
        On("5 recommended", "GET", "/api/recommendations", _ => Respond(new
        {
            picks = new[] { new { pickId = 2, gameId = (long?)1, productId = (long?)null, name = "game 1", note = "", picture = (string?)"/api/recommendations/picks/2/picture" } },
            series = new[] { new { oneTeamId = 1, otherTeamId = 2, title = "one vs other", games = 3, endedAt = DateTimeOffset.UnixEpoch } },
        }));
        On("6 picture", "GET", "/api/recommendations/picks/{pick}/picture", _ => Task.FromResult<IResult>(TypedResults.Bytes(Picture, "image/gif")));
    }

    private IEnumerable<TalkPost> Board() => Enumerable.Range(1, TalkPosts).Select(id => new TalkPost(id, new Talker(1, "fan1"), $"post {id}", 0, 0, FirstPost.AddMinutes(id))).Concat(_talk).OrderByDescending(post => post.PostId);
}
