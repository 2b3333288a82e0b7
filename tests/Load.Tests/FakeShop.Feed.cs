using System.Buffers.Binary;
using System.Buffers.Text;
using System.Text.Json;
using Dugout.Load.Checks;
using Dugout.Load.Checks.Histories;
using Dugout.Load.Client;
using Microsoft.AspNetCore.Http;

namespace Dugout.Load.Tests;

/// <summary>Its feed: seeded posts with ids from 1 on, three a minute, and behind them what fans write.</summary>
internal sealed partial class FakeShop
{
    private static readonly DateTimeOffset FirstPost = new(2024, 1, 1, 0, 0, 0, TimeSpan.Zero);

    private readonly List<Post> _written = [];
    private readonly List<WritingRow> _writings = [];
    private long _lastPost = 1L << 32;

    /// <summary>How many posts are seeded.</summary>
    public int Posts { get; set; } = 60;

    /// <summary>Whether pages begin behind so many posts, instead of behind one.</summary>
    public bool PagesByOffset { get; set; }

    /// <summary>Changes what was written on its way to the check.</summary>
    public Func<IReadOnlyList<WritingRow>, IReadOnlyList<WritingRow>> WritingRows { get; set; } = rows => rows;

    public Task<IReadOnlyDictionary<string, long>> CountRowsAsync()
    {
        lock (_gate) return Task.FromResult<IReadOnlyDictionary<string, long>>(new Dictionary<string, long> { ["accounts"] = Fans, ["posts"] = Posts + _written.Count, ["picks"] = 0 });
    }

    public Task<IReadOnlyList<WritingRow>> WritingsAsync(IReadOnlyCollection<WritingKind> kinds, IReadOnlyCollection<long> accounts, DateTime since)
    {
        lock (_gate) return Task.FromResult(WritingRows([.. _writings.Where(row => kinds.Contains(row.Kind) && accounts.Contains(row.Account))]));
    }

    /// <summary>Writes a post of the signed-in account; a repeat with a key gets the first response.</summary>
    public async Task<IResult> WritePostAsync(HttpContext context)
    {
        var asked = await Body(context);
        return Once(context, () => WritePost(Account(context), Text(asked, "text"), Texts(asked, "tags"), Ids(asked, "teamIds"), Ids(asked, "pictureIds")));
    }

    /// <summary>Puts a post at the top of the feed.</summary>
    public IResult WritePost(long account, string text, string[] tags, long[] teams, long[] pictures)
    {
        lock (_gate)
        {
            var post = new Post(++_lastPost, new Writer(account, "fan"), text, tags, teams, pictures, 0, 0, DateTimeOffset.UtcNow);
            _written.Add(post);
            _writings.Add(new WritingRow(WritingKind.Post, post.PostId, account, null, text, post.PostedAt.UtcDateTime));
            return TypedResults.Json(new { postId = post.PostId, postedAt = post.PostedAt }, statusCode: 201);
        }
    }

    private void MapFeed()
    {
        On("feed", "GET", "/api/feed", FeedPage);
        On("4 my feed", "GET", "/api/feed/mine", FeedPage);
        On("post", "GET", "/api/posts/{post}", context =>
        {
            lock (_gate) return Newest().FirstOrDefault(post => post.PostId == Id(context, "post")) is { } post ? Respond(post) : Task.FromResult(Problem(404, "no-such-post"));
        });
        On("follow", "PUT", "/api/followings/{kind}/{followed}", _ => Task.FromResult<IResult>(TypedResults.NoContent()));
        On("5 picture", "POST", "/api/pictures", context =>
        {
            lock (_gate) return Task.FromResult<IResult>(TypedResults.Json(new { pictureId = ++_lastId, kind = "gif", width = 1, height = 1 }, statusCode: 201));
        });
        On("6 post", "POST", "/api/posts", WritePostAsync);
        On("8 like", "PUT", "/api/posts/{post}/like", context => Like(context, WritingKind.Like));
        On("9 comment", "POST", "/api/posts/{post}/comments", async context =>
        {
            var text = Text(await Body(context), "text");
            return Once(context, () => TypedResults.Json(new { commentId = Comment(context, WritingKind.Comment, text), postId = Id(context, "post"), commentedAt = DateTimeOffset.UtcNow }, statusCode: 201));
        });
    }

    private Task<IResult> FeedPage(HttpContext context)
    {
        var (limit, after) = ((int)Number(context, "limit"), context.Request.Query["after"].ToString());
        lock (_gate)
        {
            var (key, id) = after.Length == 0 ? (PagesByOffset ? 0 : long.MaxValue, 0) : Read(after);
            var rest = PagesByOffset ? Newest().Skip((int)key) : Newest().Where(post => post.PostedAt.UtcTicks < key || (post.PostedAt.UtcTicks == key && post.PostId < id));
            var page = rest.Take(limit + 1).ToList();
            var next = page.Count <= limit ? null : PagesByOffset ? FeedCursor.BehindSoMany((int)key + limit) : FeedCursor.Behind(page[limit - 1]);
            return Respond(new { items = page.Take(limit).ToArray(), next });
        }
    }

    private IEnumerable<Post> Newest() => Enumerable.Range(1, Posts)
        .Select(id => new Post(id, new Writer(1, "fan1"), $"post {id}", [], [], [], 0, 0, FirstPost.AddMinutes(id / 3)))
        .Concat(_written).OrderByDescending(post => post.PostedAt).ThenByDescending(post => post.PostId);

    private Task<IResult> Like(HttpContext context, WritingKind kind)
    {
        var (account, post) = (Account(context), Id(context, "post"));
        lock (_gate)
        {
            if (!_writings.Any(row => row.Kind == kind && row.Account == account && row.Post == post)) _writings.Add(new WritingRow(kind, null, account, post, "", DateTime.UtcNow));
            return Task.FromResult<IResult>(TypedResults.NoContent());
        }
    }

    private long Comment(HttpContext context, WritingKind kind, string text)
    {
        lock (_gate)
        {
            _writings.Add(new WritingRow(kind, ++_lastId, Account(context), Id(context, "post"), text, DateTime.UtcNow));
            return _lastId;
        }
    }

    private IResult Once(HttpContext context, Func<IResult> make)
    {
        if (context.Request.Headers["Idempotency-Key"] is not [{ } key]) return Problem(400, "idempotency-key-missing");
        lock (_gate)
        {
            if (_answers.TryGetValue((Account(context), key), out var before)) return before;
            var answer = make();
            _answers.Add((Account(context), key), answer);
            return answer;
        }
    }

    private static (long Key, long Id) Read(string cursor)
    {
        var bytes = Base64Url.DecodeFromChars(cursor);
        return (BinaryPrimitives.ReadInt64BigEndian(bytes), BinaryPrimitives.ReadInt64BigEndian(bytes.AsSpan(sizeof(long))));
    }

    private static string Text(JsonElement body, string name) => body.GetProperty(name).GetString()!;

    private static string[] Texts(JsonElement body, string name) => [.. body.GetProperty(name).EnumerateArray().Select(one => one.GetString()!)];

    private static long[] Ids(JsonElement body, string name) => [.. body.GetProperty(name).EnumerateArray().Select(one => one.GetInt64())];
}
