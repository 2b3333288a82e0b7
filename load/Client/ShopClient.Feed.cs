using System.Globalization;
using System.Net;
using System.Net.Http.Headers;
using System.Net.Http.Json;

namespace Dugout.Load.Client;

/// <summary>The feed: public reads, and what fans write.</summary>
internal sealed partial class ShopClient
{
    public Task<Answer<Page<Post>>> FeedAsync(string? after, int limit, Func<Page<Post>, string?> wrong) =>
        AskAsync(HttpMethod.Get, Listed("api/feed", after, limit), null, ShopJson.Default.PagePost, wrong);

    public Task<Answer<Page<Post>>> MyFeedAsync(string token, int limit, Func<Page<Post>, string?> wrong) =>
        AskAsync(HttpMethod.Get, Listed("api/feed/mine", null, limit), token, ShopJson.Default.PagePost, wrong);

    /// <summary>One post, as the public or the account of the token sees it. An account that has written sees its own writes.</summary>
    public Task<Answer<Post>> PostAsync(string? token, long post, Func<Post, string?> wrong) =>
        AskAsync(HttpMethod.Get, $"api/posts/{post}", token, ShopJson.Default.Post, wrong);

    public Task<Answer<WrittenPost>> WritePostAsync(string token, PostRequest asked, string key, Func<WrittenPost, string?> wrong) =>
        AskAsync(HttpMethod.Post, "api/posts", token, ShopJson.Default.WrittenPost, wrong, JsonContent.Create(asked, ShopJson.Default.PostRequest), HttpStatusCode.Created, key);

    public Task<Answer<Done>> LikePostAsync(string token, long post) => DoAsync(HttpMethod.Put, $"api/posts/{post}/like", token);

    public Task<Answer<WrittenComment>> CommentPostAsync(string token, long post, string text, string key, Func<WrittenComment, string?> wrong) =>
        AskAsync(HttpMethod.Post, $"api/posts/{post}/comments", token, ShopJson.Default.WrittenComment, wrong,
            JsonContent.Create(new CommentRequest(text), ShopJson.Default.CommentRequest), HttpStatusCode.Created, key);

    /// <summary>Follows fans or teams.</summary>
    /// <param name="token">Token of the follower.</param>
    /// <param name="kind"><c>fans</c> or <c>teams</c>.</param>
    /// <param name="followed">Id of the fan or team to follow.</param>
    public Task<Answer<Done>> FollowAsync(string token, string kind, long followed) => DoAsync(HttpMethod.Put, $"api/followings/{kind}/{followed}", token);

    public Task<Answer<UploadedPicture>> UploadAsync(string token, byte[] gif, Func<UploadedPicture, string?> wrong) =>
        AskAsync(HttpMethod.Post, "api/pictures", token, ShopJson.Default.UploadedPicture, wrong,
            new ByteArrayContent(gif) { Headers = { ContentType = new MediaTypeHeaderValue("image/gif") } }, HttpStatusCode.Created);

    /// <summary>A change with an empty response.</summary>
    private Task<Answer<Done>> DoAsync(HttpMethod method, string path, string token) => SendAsync(method, path, token, HttpStatusCode.NoContent, (request, bytes) => bytes.Length == 0
        ? new Answer<Done>(Outcome.Ok, Number(HttpStatusCode.NoContent), "", 0, Done.AsAsked, EffectUnknown: false)
        : Failed<Done>(request, Outcome.Fault, WrongBody, "a body where there is none", bytes.Length, effectUnknown: true));

    private static string Listed(string path, string? after, int limit) =>
        string.Create(CultureInfo.InvariantCulture, $"{path}?limit={limit}{(after is null ? "" : $"&after={Uri.EscapeDataString(after)}")}");
}
