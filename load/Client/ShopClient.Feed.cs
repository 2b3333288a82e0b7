using System.Globalization;
using System.Net;
using System.Net.Http.Headers;
using System.Net.Http.Json;

namespace Dugout.Load.Client;

/// <summary>The feed: public reads, and what fans write.</summary>
internal sealed partial class ShopClient
{
    public Task<ShopResponse<Page<Post>>> FeedAsync(string? after, int limit, Func<Page<Post>, string?> wrong) =>
        RequestAsync(HttpMethod.Get, Listed("api/feed", after, limit), null, ShopJson.Default.PagePost, wrong);

    public Task<ShopResponse<Page<Post>>> MyFeedAsync(string token, int limit, Func<Page<Post>, string?> wrong) =>
        RequestAsync(HttpMethod.Get, Listed("api/feed/mine", null, limit), token, ShopJson.Default.PagePost, wrong);

    /// <summary>One post, as the public or the account of the token sees it. An account that has written sees its own writes.</summary>
    public Task<ShopResponse<Post>> PostAsync(string? token, long post, Func<Post, string?> wrong) =>
        RequestAsync(HttpMethod.Get, $"api/posts/{post}", token, ShopJson.Default.Post, wrong);

    public Task<ShopResponse<WrittenPost>> WritePostAsync(string token, PostRequest request, string key, Func<WrittenPost, string?> wrong) =>
        RequestAsync(HttpMethod.Post, "api/posts", token, ShopJson.Default.WrittenPost, wrong, JsonContent.Create(request, ShopJson.Default.PostRequest), HttpStatusCode.Created, key);

    public Task<ShopResponse<Done>> LikePostAsync(string token, long post) => DoAsync(HttpMethod.Put, $"api/posts/{post}/like", token);

    public Task<ShopResponse<WrittenComment>> CommentPostAsync(string token, long post, string text, string key, Func<WrittenComment, string?> wrong) =>
        RequestAsync(HttpMethod.Post, $"api/posts/{post}/comments", token, ShopJson.Default.WrittenComment, wrong,
            JsonContent.Create(new CommentRequest(text), ShopJson.Default.CommentRequest), HttpStatusCode.Created, key);

    /// <summary>Follows fans or teams.</summary>
    /// <param name="token">Token of the follower.</param>
    /// <param name="kind"><c>fans</c> or <c>teams</c>.</param>
    /// <param name="followed">Id of the fan or team to follow.</param>
    public Task<ShopResponse<Done>> FollowAsync(string token, string kind, long followed) => DoAsync(HttpMethod.Put, $"api/followings/{kind}/{followed}", token);

    public Task<ShopResponse<UploadedPicture>> UploadAsync(string token, byte[] gif, Func<UploadedPicture, string?> wrong) =>
        RequestAsync(HttpMethod.Post, "api/pictures", token, ShopJson.Default.UploadedPicture, wrong,
            new ByteArrayContent(gif) { Headers = { ContentType = new MediaTypeHeaderValue("image/gif") } }, HttpStatusCode.Created);

    /// <summary>A change with an empty response.</summary>
    private Task<ShopResponse<Done>> DoAsync(HttpMethod method, string path, string token, HttpContent? body = null) => SendAsync(method, path, token, HttpStatusCode.NoContent, (request, bytes) => bytes.Length == 0
        ? new ShopResponse<Done>(Outcome.Ok, Number(HttpStatusCode.NoContent), "", 0, Done.Instance, EffectUnknown: false)
        : Failed<Done>(request, Outcome.Fault, WrongBody, "a body where there is none", bytes.Length, effectUnknown: true), body);

    private static string Listed(string path, string? after, int limit) =>
        string.Create(CultureInfo.InvariantCulture, $"{path}?limit={limit}{(after is null ? "" : $"&after={Uri.EscapeDataString(after)}")}");
}
