using System.Globalization;
using System.Net;
using Dugout.Features.Tests.Platform;
using Dugout.Tests.Support;
using Microsoft.AspNetCore.Mvc.Testing;
using Microsoft.Extensions.DependencyInjection;
using Xunit;

namespace Dugout.Features.Tests.Products;

/// <summary>A page of cached segments equals a computed one, at the promised cost. Alone, since other tests add products.</summary>
[Collection(nameof(Alone))]
public sealed class ProductCacheTests(Shop shop)
{
    [Theory]
    [InlineData(CacheMode.Memory)]
    [InlineData(CacheMode.Redis)]
    [InlineData(CacheMode.Both)]
    public async Task A_page_of_cached_segments_is_byte_for_byte_a_freshly_built_one(CacheMode mode)
    {
        await using var keeping = Keeping(mode);

        Assert.Empty(await DifferencesAsync(keeping, callers: 1, each: 200));
    }

    [Theory]
    [InlineData(CacheMode.Memory)]
    [InlineData(CacheMode.Both)]
    public async Task A_page_for_concurrent_requests_is_byte_for_byte_a_freshly_built_one(CacheMode mode)
    {
        await using var keeping = Keeping(mode);

        Assert.Empty(await DifferencesAsync(keeping, callers: 20, each: 20));
    }

    [Theory]
    [InlineData(CacheMode.None)]
    [InlineData(CacheMode.Both)]
    public async Task Each_input_alone_changes_the_response(CacheMode mode)
    {
        await using var replica = Keeping(mode);
        using var http = replica.CreateClient();
        string[] paths =
        [
            "/api/products?delivery=rocket&after=100&limit=20", "/api/products?delivery=rocket-fresh&after=100&limit=20", "/api/products?delivery=rocket-global&after=100&limit=20",
            "/api/products?delivery=rocket&after=150&limit=20", "/api/products?delivery=rocket&after=100&limit=21", "/api/products/100", "/api/products/101",
            "/api/products/search?prefix=LG", "/api/products/search?prefix=KT", "/api/products/search?prefix=LG&limit=21",
        ];

        List<string> bodies = [];
        foreach (var path in (string[])[.. paths, .. paths])
            bodies.Add((await http.GetAnswerAsync(path)).Body);

        Assert.Equal(paths.Length, bodies.Distinct().Count());
        Assert.Equal(bodies.Take(paths.Length), bodies.Skip(paths.Length));
    }

    /// <summary>Callers begin at different ids of one piece, at two processes, which have a Redis database to themselves and nothing in it.</summary>
    [Theory]
    [InlineData(CacheMode.Memory, 2)]
    [InlineData(CacheMode.Both, 1)]
    public async Task Two_hundred_cold_callers_cost_one_query_per_process_or_one_in_total(CacheMode mode, int texts)
    {
        Assert.SkipWhen(Shop.IsOnMySql, "The budgets are MariaDB's; the run on MariaDB counts them.");
        await using var read = shop.BeforeReplica();
        (string, string)[] settings = [.. shop.Through(replica: read), ("ConnectionStrings:Redis", $"{shop.Servers.Redis},defaultDatabase=7")];
        await using var one = Keeping(mode, settings);
        await using var two = Keeping(mode, settings);
        HttpClient[] replicas = [one.CreateClient(), two.CreateClient()];
        await Until.HeardAsync(one.Services);
        await Until.HeardAsync(two.Services);
        read.TakeSent();

        var answers = await Together.RunAsync(200, caller => replicas[caller % 2].GetAnswerAsync($"/api/products?delivery=rocket-global&after={caller}&limit=50"));

        Assert.All(answers, answer => Assert.Equal(HttpStatusCode.OK, answer.Status));
        Assert.Equal(texts, Wire.Texts(read).Count);
    }

    /// <summary>Different responses, four times the size of the cache: those that stay fit.</summary>
    [Fact]
    public async Task A_process_caches_no_more_than_its_limit()
    {
        const int Size = 64 * 1024, Room = 1024 * 1024, Answers = 4 * Room / Size;
        await using var replica = Keeping(CacheMode.Memory, ("Cache:MemoryMegabytes", "1"));
        var cache = replica.Services.GetRequiredService<ResponseCache>();
        var made = 0;

        for (var round = 0; round < 2; round++)
        {
            for (var number = 0; number < Answers; number++)
                await cache.GetAsync(new CacheKey("filler", "filler", number), ConsistencyToken.Nothing, MakeAsync, TestContext.Current.CancellationToken);
        }

        TestContext.Current.SendDiagnosticMessage($"{Answers} answers of {Size} bytes, room for {Room / Size}: asked for twice, {made} were made.");
        Assert.InRange(made, (2 * Answers) - (Room / Size), 2 * Answers);

        Task<Result<FinishedBody>> MakeAsync(ReadContext database, CancellationToken cancellation)
        {
            made++;
            return Task.FromResult<Result<FinishedBody>>(new FinishedBody(new byte[Size]));
        }
    }

    /// <summary>Requests after the last product, of which there is no end, are not cached.</summary>
    [Fact]
    public async Task An_empty_page_leaves_nothing_in_Redis()
    {
        var at = $"{shop.Servers.Redis},defaultDatabase=8";
        await using var keeping = Keeping(CacheMode.Both, ("ConnectionStrings:Redis", at), ("Cache:Seconds", "3600"));
        using var http = keeping.CreateClient();
        using var redis = await StackExchange.Redis.ConnectionMultiplexer.ConnectAsync(at);

        await http.GetAnswerAsync("/api/products?delivery=rocket");
        var some = Kept();
        for (var far = 0; far < 20; far++)
            await http.GetAnswerAsync($"/api/products?delivery=rocket&after={(1_000_000 + far).ToString(CultureInfo.InvariantCulture)}000");

        Assert.NotEqual(0, some);
        Assert.Equal(some, Kept());

        int Kept() => redis.GetServer(redis.GetEndPoints()[0]).Keys(8, "dugout:answer:*").Count();
    }

    private WebApplicationFactory<Program> Keeping(CacheMode mode, params (string Name, string Value)[] settings) =>
        shop.AgelessReplica([.. settings, ("Cache:Mode", $"{mode}")]);

    /// <summary>Many callers send random requests; their responses are compared with computed ones.</summary>
    private async Task<List<string>> DifferencesAsync(WebApplicationFactory<Program> keeping, int callers, int each)
    {
        await using var making = Keeping(CacheMode.None);
        using var http = keeping.CreateClient();
        using var fresh = making.CreateClient();
        await Shelf.ReadAsync(shop);
        var wishes = Shelf.Wishes(callers * each);
        var different = await Together.RunAsync(callers, async caller =>
        {
            List<string> found = [];
            foreach (var wish in wishes.Skip(caller * each).Take(each))
            {
                if ((await http.GetAnswerAsync(wish.Path)).Body != (await fresh.GetAnswerAsync(wish.Path)).Body)
                    found.Add(wish.Path);
            }

            return found;
        });
        return [.. different.SelectMany(found => found)];
    }
}
