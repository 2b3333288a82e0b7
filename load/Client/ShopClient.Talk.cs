using System.Net;
using System.Net.Http.Json;

namespace Dugout.Load.Client;

/// <summary>The talk board, rankings and recommendations.</summary>
internal sealed partial class ShopClient
{
    public Task<ShopResponse<Page<TalkPost>>> TalkAsync(string? after, int limit, Func<Page<TalkPost>, string?> wrong) =>
        RequestAsync(HttpMethod.Get, Listed("api/talk/posts", after, limit), null, ShopJson.Default.PageTalkPost, wrong);

    public Task<ShopResponse<TalkDetail>> TalkPostAsync(long post, Func<TalkDetail, string?> wrong) =>
        RequestAsync(HttpMethod.Get, $"api/talk/posts/{post}", null, ShopJson.Default.TalkDetail, wrong);

    public Task<ShopResponse<Page<TalkComment>>> TalkCommentsAsync(long post, int limit, Func<Page<TalkComment>, string?> wrong) =>
        RequestAsync(HttpMethod.Get, Listed($"api/talk/posts/{post}/comments", null, limit), null, ShopJson.Default.PageTalkComment, wrong);

    public Task<ShopResponse<WrittenTalkPost>> WriteTalkAsync(string token, string title, string body, Func<WrittenTalkPost, string?> wrong) =>
        RequestAsync(HttpMethod.Post, "api/talk/posts", token, ShopJson.Default.WrittenTalkPost, wrong,
            JsonContent.Create(new TalkPostRequest(title, body), ShopJson.Default.TalkPostRequest), HttpStatusCode.Created);

    public Task<ShopResponse<Done>> LikeTalkAsync(string token, long post) => DoAsync(HttpMethod.Put, $"api/talk/posts/{post}/like", token);

    public Task<ShopResponse<WrittenTalkComment>> CommentTalkAsync(string token, long post, string body, Func<WrittenTalkComment, string?> wrong) =>
        RequestAsync(HttpMethod.Post, $"api/talk/posts/{post}/comments", token, ShopJson.Default.WrittenTalkComment, wrong,
            JsonContent.Create(new TalkCommentRequest(body), ShopJson.Default.TalkCommentRequest), HttpStatusCode.Created);

    public Task<ShopResponse<RankingResponse>> RankingAsync(string ranking, string window, Func<RankingResponse, string?> wrong) =>
        RequestAsync(HttpMethod.Get, $"api/rankings/{ranking}?window={window}", null, ShopJson.Default.RankingResponse, wrong);

    public Task<ShopResponse<Recommended>> RecommendedAsync(Func<Recommended, string?> wrong) =>
        RequestAsync(HttpMethod.Get, "api/recommendations", null, ShopJson.Default.Recommended, wrong);

    /// <summary>The bytes of a picture.</summary>
    /// <param name="path">Its path from the root, as the response that shows it contains it.</param>
    public Task<ShopResponse<PictureBytes>> PictureAsync(string path) => SendAsync(HttpMethod.Get, path.TrimStart('/'), null, HttpStatusCode.OK, (request, bytes) => bytes.Length > 0
        ? new ShopResponse<PictureBytes>(Outcome.Ok, Number(HttpStatusCode.OK), "", bytes.Length, new PictureBytes(bytes), EffectUnknown: false)
        : Failed<PictureBytes>(request, Outcome.Fault, WrongBody, "a picture without bytes", 0, effectUnknown: false));
}
