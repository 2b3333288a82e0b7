using System.Globalization;
using System.Net;
using Dugout.Features.Tests.Feed.Pictures;
using Xunit;

namespace Dugout.Features.Tests.Platform;

/// <summary>What fans write, what is recommended to them, and what is ranked of it all.</summary>
internal sealed partial class EveryOperation
{
    /// <summary>Two complete posts, a third that is deleted; two comments; followings; and what is rejected meanwhile.</summary>
    private async Task FeedAsync()
    {
        const string Write = "POST /api/posts", Comment = "POST /api/posts/{postId}/comments";
        string[] tags = ["직관"];
        long[] teamIds = [1];
        using var file = new ByteArrayContent(PictureFiles.Png(8, 8));
        file.Headers.ContentType = new("image/png");
        _values["pictureId"] = Text((await SendAsync(fan, "POST /api/pictures", HttpStatusCode.Created, file)).Number("pictureId"));
        _values["fanId"] = Text(fan.Id);
        foreach (var text in (string[])["third", "first", "second"])
        {
            long[] pictureIds = text == "second" ? [long.Parse(_values["pictureId"], CultureInfo.InvariantCulture)] : [];
            var post = await SendAsync(fan, Write, HttpStatusCode.Created, new { text, tags, teamIds, pictureIds }, key: $"post-{text}");
            _values["postId"] = Text(post.Number("postId"));
            if (text == "third")
                await SendAsync(fan, "DELETE /api/posts/{postId}", HttpStatusCode.NoContent);
        }

        await SendAsync(fan, "PATCH /api/posts/{postId}", HttpStatusCode.NoContent, new { text = "고쳤다", tags });
        foreach (var key in (string[])["gone", "one", "two"])
        {
            _values["commentId"] = Text((await SendAsync(fan, Comment, HttpStatusCode.Created, new { text = key }, $"comment-{key}")).Number("commentId"));
            if (key == "gone")
                await SendAsync(fan, "DELETE /api/posts/{postId}/comments/{commentId}", HttpStatusCode.NoContent);
        }

        await SendAsync(by, "DELETE /api/posts/{postId}/comments/{commentId}", HttpStatusCode.Forbidden);
        await SendAsync(fan, "PUT /api/posts/{postId}/like", HttpStatusCode.NoContent);
        await SendAsync(fan, "DELETE /api/posts/{postId}/like", HttpStatusCode.NoContent);
        await SendAsync(fan, "PUT /api/posts/{postId}/like", HttpStatusCode.NoContent);
        _values["followedId"] = "1";
        await SendAsync(fan, "PUT /api/followings/{kind}/{followedId}", HttpStatusCode.NoContent);
        await SendAsync(fan, "DELETE /api/followings/{kind}/{followedId}", HttpStatusCode.NoContent);
        await SendAsync(fan, "PUT /api/followings/{kind}/{followedId}", HttpStatusCode.NoContent);
        (_values["kind"], _values["followedId"]) = ("fans", Text(by.Id));
        await SendAsync(fan, "PUT /api/followings/{kind}/{followedId}", HttpStatusCode.NoContent);
        // A post without comments, and the queries of its page.
        var silent = await SendAsync(by, Write, HttpStatusCode.Created, new { text = "silent" }, key: "silent");
        Assert.Equal(HttpStatusCode.OK, (await by.GetAsync(replica, $"/api/posts/{silent.Number("postId")}/comments")).Status);
    }

    /// <summary>A post that stays, with a comment and a like; and what is taken back, by its author or by an operator.</summary>
    private async Task TalkAsync()
    {
        const string Write = "POST /api/talk/posts", Comment = "POST /api/talk/posts/{postId}/comments";
        var (post, comment) = (new { title = "오늘 경기", body = "좋았어요", teamId = 1 }, new { body = "저도요" });
        for (var n = 0; n < 4; n++)
        {
            _values["talk/postId"] = Text((await SendAsync(fan, Write, HttpStatusCode.Created, post)).Number("postId"));
            if (n < 2)
                await SendAsync(n == 0 ? fan : by, n == 0 ? "DELETE /api/talk/posts/{postId}" : "DELETE /api/admin/talk/posts/{postId}", HttpStatusCode.NoContent);
        }

        await SendAsync(fan, "PUT /api/talk/posts/{postId}", HttpStatusCode.NoContent, new { title = "어제 경기", body = "좋았어요" });
        await SendAsync(by, "PUT /api/talk/posts/{postId}", HttpStatusCode.Forbidden, new { title = "어제 경기", body = "좋았어요" });
        await SendAsync(fan, "PUT /api/talk/posts/{postId}/like", HttpStatusCode.NoContent);
        await SendAsync(fan, "DELETE /api/talk/posts/{postId}/like", HttpStatusCode.NoContent);
        await SendAsync(fan, "PUT /api/talk/posts/{postId}/like", HttpStatusCode.NoContent);
        for (var n = 0; n < 4; n++)
        {
            _values["talk/commentId"] = Text((await SendAsync(fan, Comment, HttpStatusCode.Created, comment)).Number("commentId"));
            if (n < 2)
                await SendAsync(n == 0 ? fan : by, (n == 0 ? "DELETE /api/talk/" : "DELETE /api/admin/talk/") + "posts/{postId}/comments/{commentId}", HttpStatusCode.NoContent);
        }

        await SendAsync(by, "DELETE /api/talk/posts/{postId}/comments/{commentId}", HttpStatusCode.Forbidden);
    }

    /// <summary>A game that stays picked, with a picture, and a product that doesn't.</summary>
    private async Task RecommendAsync()
    {
        const string Pick = "POST /api/admin/picks";
        byte[] picture = [0xFF, 0xD8, 0xFF, 0];
        _values["pickId"] = Text((await SendAsync(by, Pick, HttpStatusCode.Created, new { note = "x", productId = 1 })).Number("pickId"));
        await SendAsync(fan, "GET /api/recommendations", HttpStatusCode.OK);
        await SendAsync(by, "DELETE /api/admin/picks/{pickId}", HttpStatusCode.NoContent);
        _values["pickId"] = Text((await SendAsync(by, Pick, HttpStatusCode.Created, new { note = "x", gameId = 3, picture })).Number("pickId"));
        await Until.TrueAsync(() => fan.GetAsync(replica, $"/api/recommendations/picks/{_values["pickId"]}/picture"), answer => answer.Status == HttpStatusCode.OK);
    }

    /// <summary>An event of one place, with a fan who has it, gives it up and is followed by the next in line; a second one for the list; and what is rejected meanwhile.</summary>
    private async Task EventsAsync()
    {
        const string Apply = "POST /api/events/{eventId}/applications", Cancel = "DELETE /api/events/{eventId}/applications/mine";
        var (asked, wanted) = (_values["eventId"], new
        {
            title = "팬 사인회",
            description = "선수와 만나요.",
            venue = "잠실야구장",
            district = "seoul",
            category = "signing",
            startsAt = "2061-04-01T09:00:00Z",
            applicationsOpenAt = "2026-01-01T00:00:00Z",
            applicationsCloseAt = "2060-01-01T00:00:00Z",
            places = 1,
        });
        _values["eventId"] = Text((await SendAsync(by, "POST /api/admin/events", HttpStatusCode.Created, wanted)).Number("eventId"));
        await SendAsync(fan, Apply, HttpStatusCode.Created, key: "event-first");
        await SendAsync(fan, Apply, HttpStatusCode.Conflict, key: "event-again");
        await SendAsync(by, Apply, HttpStatusCode.Created, key: "event-in-line");
        await SendAsync(fan, Cancel, HttpStatusCode.NoContent);
        await SendAsync(fan, Cancel, HttpStatusCode.Conflict);
        var other = await fan.Shop.NextFanAsync();
        await SendAsync(other, Apply, HttpStatusCode.Created, key: "event-third");
        await SendAsync(by, "PATCH /api/admin/events/{eventId}", HttpStatusCode.OK, new { places = 2 });
        _values["eventId"] = asked;
        await SendAsync(fan, Apply, HttpStatusCode.Created, key: "event-second");
    }

    /// <summary>Waits until the job has counted purchases, orders and posts.</summary>
    private async Task RankedAsync()
    {
        foreach (var ranking in (string[])["games", "products", "posts", "fans"])
        {
            await Until.TrueAsync(() => fan.GetAsync(replica, $"/api/rankings/{ranking}?window=day"), answer =>
                answer.Status == HttpStatusCode.OK && answer.Json.GetProperty("items").GetArrayLength() > 0);
        }
    }
}
