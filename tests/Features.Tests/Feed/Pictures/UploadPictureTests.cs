using System.Net;
using System.Net.Http.Json;
using System.Text;
using System.Text.Json;
using Dugout.Features.Feed;
using Dugout.Features.Tests.Orders;
using Dugout.Features.Tests.Platform;
using Dugout.Tests.Support;
using Microsoft.AspNetCore.Mvc.Testing;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Logging.Abstractions;
using Microsoft.Extensions.Options;
using Microsoft.Extensions.Time.Testing;
using Xunit;

namespace Dugout.Features.Tests.Feed.Pictures;

/// <summary>Pictures on their way to the store and back, and the removal of unused ones; the store is a separate process.</summary>
[Collection(TheOtherPaidShop.Name)]
public sealed partial class UploadPictureTests(PaidShop shop) : IAsyncLifetime
{
    private WebApplicationFactory<Program>? _replica;
    private HttpClient? _http;

    private HttpClient Http => _http!;

    public async ValueTask InitializeAsync()
    {
        await BehaveAsync("{}");
        _replica = Replica();
        _http = _replica.CreateClient();
    }

    public async ValueTask DisposeAsync()
    {
        await BehaveAsync("{}");
        _http?.Dispose();
        await _replica!.DisposeAsync();
    }

    [Fact]
    public async Task A_picture_is_returned_as_uploaded_and_a_post_shows_it()
    {
        var fan = await shop.NextFanAsync();
        var file = PictureFiles.Jpeg(640, 480);

        // The declared type is ignored.
        var uploaded = await fan.UploadAsync(Http, file, "image/png");
        var id = uploaded.Number("pictureId");
        var post = await fan.WriteAsync(pictureIds: [id], replica: Http);

        Assert.Equal((HttpStatusCode.Created, "jpeg 640 480"), (uploaded.Status,
            $"{uploaded.Json.GetProperty("kind").GetString()} {uploaded.Number("width")} {uploaded.Number("height")}"));
        using var shown = await Http.GetAsync(new Uri($"/api/pictures/{id}", UriKind.Relative), TestContext.Current.CancellationToken);
        Assert.Equal(file, await shown.Content.ReadAsByteArrayAsync(TestContext.Current.CancellationToken));
        Assert.Equal(("image/jpeg", "nosniff"), (shown.Content.Headers.ContentType!.MediaType, shown.Headers.GetValues("X-Content-Type-Options").Single()));
        Assert.Equal([id], (await fan.GetAsync(Http, $"/api/posts/{post}")).Json.GetProperty("pictureIds").EnumerateArray().Select(picture => picture.GetInt64()));
        Assert.Equal("no-such-picture", (await Http.GetAnswerAsync("/api/pictures/1")).Code);
    }

    [Fact]
    public async Task A_file_that_is_too_large_or_not_a_picture_is_rejected_and_leaves_nothing()
    {
        var fan = await shop.NextFanAsync();
        (byte[] File, HttpStatusCode Status, string Code)[] files =
        [
            ([], HttpStatusCode.UnsupportedMediaType, "unsupported-media-type"),
            (Encoding.UTF8.GetBytes("<svg onload='alert(1)'/>"), HttpStatusCode.UnsupportedMediaType, "unsupported-media-type"),
            (PictureFiles.Png(5_000, 10), HttpStatusCode.RequestEntityTooLarge, "too-large"),
            (PictureFiles.Png(0, 10), HttpStatusCode.RequestEntityTooLarge, "too-large"),
            (PictureFiles.Png(10, 10, Picture.MaxBytes + 1), HttpStatusCode.RequestEntityTooLarge, "too-large"),
        ];
        foreach (var (file, status, code) in files)
        {
            var refused = await fan.UploadAsync(Http, file);
            Assert.Equal((status, code), (refused.Status, refused.Code));
        }

        Assert.Equal(HttpStatusCode.Created, (await fan.UploadAsync(Http, PictureFiles.Png(10, 10, Picture.MaxBytes))).Status);
        Assert.Equal(1, await shop.QueryAsync<long>("SELECT COUNT(*) FROM pictures WHERE account_id = @Id", new { fan.Id }));
    }

    [Theory]
    [InlineData("text/plain")]
    [InlineData("application/json")]
    [InlineData("image/webp")]
    [InlineData(null)]
    public async Task The_declared_type_of_a_file_is_ignored_and_hides_no_other_error(string? type)
    {
        var fan = await shop.NextFanAsync();
        using var content = PictureFiles.Content(PictureFiles.Png(8, 8), type);

        var nobodys = await Answer.ReadAsync(await Http.PostAsync(new Uri("/api/pictures", UriKind.Relative), content, TestContext.Current.CancellationToken));
        var fans = await fan.UploadAsync(Http, PictureFiles.Png(8, 8), type);
        var none = await fan.UploadAsync(Http, Encoding.UTF8.GetBytes("<svg/>"), type);

        Assert.Equal((HttpStatusCode.Unauthorized, "not-signed-in"), (nobodys.Status, nobodys.Code));
        Assert.Equal((HttpStatusCode.Created, "png"), (fans.Status, fans.Json.GetProperty("kind").GetString()));
        Assert.Equal((HttpStatusCode.UnsupportedMediaType, "unsupported-media-type"), (none.Status, none.Code));
        Assert.Contains("PNG, JPEG or GIF", none.Body, StringComparison.Ordinal);
    }

    /// <summary>By the server's own limit, as a replica has it: the route's is wider than every other's.</summary>
    [Fact]
    public async Task A_replica_accepts_a_mebibyte_on_this_route_only()
    {
        await using var replica = Replica();
        replica.UseKestrel(0);
        using var http = replica.CreateClient();
        var fan = await shop.NextFanAsync();

        Assert.Equal(HttpStatusCode.Created, (await fan.UploadAsync(http, PictureFiles.Png(10, 10, Picture.MaxBytes))).Status);
        using var blank = new StringContent(new string(' ', 65_537), null, "application/json");
        Assert.Equal("too-large", (await fan.PostAsync(http, "/api/posts", blank, "key")).Code);
    }

    /// <summary>
    /// Ten uploads that all wait for the store at once, over a pool of two connections: had one of them a connection meanwhile, no third would come there.
    /// Connections stay available.
    /// </summary>
    [Fact]
    public async Task No_connection_is_leased_during_the_upload_to_the_store()
    {
        const int Uploads = 10;
        await using var narrow = Replica(("Database:PoolSize", "2"));
        using var http = narrow.CreateClient();
        var fans = await shop.NextFansAsync(Uploads);
        await BehaveAsync("""{"putMilliseconds":6000}""");

        var uploading = Together.RunAsync(Uploads, caller => fans[caller].UploadAsync(http, PictureFiles.Png(8, 8)));
        await Wait.UntilAsync("all uploads wait for the store", async () => (await ShelfAsync()).GetProperty("mostAtOnce").GetInt32() == Uploads);
        var meanwhile = await fans[0].GetAsync(http, "/api/orders");

        Assert.False(uploading.IsCompleted, "The uploads were over too soon to tell.");
        Assert.Equal(HttpStatusCode.OK, meanwhile.Status);
        Assert.All(await uploading, answer => Assert.Equal(HttpStatusCode.Created, answer.Status));
    }

    [Fact]
    public async Task While_the_store_is_unavailable_only_pictures_fail()
    {
        var fan = await shop.NextFanAsync();
        await BehaveAsync("""{"failEvery":1}""");

        var refused = await fan.UploadAsync(Http, PictureFiles.Png(8, 8));

        Assert.Equal((HttpStatusCode.ServiceUnavailable, "busy"), (refused.Status, refused.Code));
        Assert.Equal("busy", (await Http.GetAnswerAsync("/api/pictures/1")).Code);
        await fan.WriteAsync(replica: Http);
        Assert.Equal(1, await shop.QueryAsync<long>("SELECT COUNT(*) FROM pictures WHERE account_id = @Id AND stored_at IS NULL", new { fan.Id }));
    }

    [Theory]
    [InlineData("""{"putMilliseconds":-1}""")]
    [InlineData("""{"failEvery":1001}""")]
    [InlineData("""{"manners":"good"}""")]
    public async Task An_unknown_behaviour_is_rejected(string behaviour)
    {
        using var content = new StringContent(behaviour, Encoding.UTF8, "application/json");

        Assert.Equal(HttpStatusCode.BadRequest, (await shop.Partner.PutAsync(new Uri("/control/pictures", UriKind.Relative), content, TestContext.Current.CancellationToken)).StatusCode);
    }

    private WebApplicationFactory<Program> Replica(params (string Name, string Value)[] settings) =>
        shop.Replica([("Feed:Pictures", shop.Partner.BaseAddress!.ToString()), ("Feed:StoreMilliseconds", "30000"), .. settings]);

    private async Task<long> UploadAsync(Fan fan) => (await fan.UploadAsync(Http, PictureFiles.Png(8, 8))).Number("pictureId");

    /// <summary>One look of the job, with a clock that is ahead.</summary>
    private async Task<int> CollectAsync(TimeSpan ahead)
    {
        var options = Options.Create(new FeedOptions { Pictures = shop.Partner.BaseAddress, StoreMilliseconds = 30_000 });
        var services = new ServiceCollection().AddSingleton(options);
        HttpPictureStore.AddTo(services);
        await using var provider = services.BuildServiceProvider();
        using var job = new CollectPictures(shop.Databases(), provider.GetRequiredService<IPictureStore>(), options, new FakeTimeProvider(DateTimeOffset.UtcNow + ahead), NullLogger<CollectPictures>.Instance);
        return await job.CollectAsync(TestContext.Current.CancellationToken);
    }

    private async Task BehaveAsync(string behaviour)
    {
        using var content = new StringContent(behaviour, Encoding.UTF8, "application/json");
        using var response = await shop.Partner.PutAsync(new Uri("/control/pictures", UriKind.Relative), content);
        Assert.True(response.IsSuccessStatusCode, await response.Content.ReadAsStringAsync());
    }

    private Task<JsonElement> ShelfAsync() => shop.Partner.GetFromJsonAsync<JsonElement>("/control/pictures/shelf");

    private async Task<IReadOnlyList<long>> OnShelfAsync() => [.. (await ShelfAsync()).GetProperty("pictures").EnumerateArray().Select(id => id.GetInt64())];
}
