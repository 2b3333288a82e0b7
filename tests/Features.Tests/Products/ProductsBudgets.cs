using System.Net;
using Dugout.Features.Tests.Platform;
using Xunit;

namespace Dugout.Features.Tests.Products;

/// <summary>What looking at products costs the databases, in texts, each of one statement; counted on the wire. A change that costs more, or less, has to say so here.</summary>
public sealed class ProductsBudgets(Shop shop)
{
    [Fact]
    public Task Without_a_cache_every_request_is_one_statement() => CostsAsync(
        CacheMode.None,
        ("/api/products?delivery=rocket", 1),
        ("/api/products?delivery=rocket&after=200&limit=120", 1),
        ("/api/products?delivery=rocket&after=1000&limit=120", 1),
        ("/api/products/7", 1),
        ("/api/products/search?prefix=LG", 1),
        ("/api/products/search?prefix=LG&limit=120", 1));

    /// <summary>A piece of the list of rockets has 256 ids; behind the seeded products they lie so far apart that each had a piece of its own.</summary>
    [Fact]
    public Task With_a_cache_each_list_segment_and_each_sparse_page_is_one_statement() => CostsAsync(
        CacheMode.Memory,
        ("/api/products?delivery=rocket", 1),
        ("/api/products?delivery=rocket", 0),
        ("/api/products?delivery=rocket&after=60&limit=25", 0),
        ("/api/products?delivery=rocket&after=200&limit=120", 1),
        ("/api/products?delivery=rocket&after=100&limit=120", 0),
        ("/api/products?delivery=rocket-fresh&after=100&limit=20", 1),
        ("/api/products?delivery=rocket&after=2000000&limit=3", 4),
        ("/api/products?delivery=rocket&after=2000000&limit=3", 0),
        ("/api/products?delivery=rocket&after=2000000&limit=12", 1),
        ("/api/products?delivery=rocket&after=2000000&limit=12", 1),
        ("/api/products/7", 1),
        ("/api/products/7", 0),
        ("/api/products/search?prefix=LG", 1),
        ("/api/products/search?prefix=LG", 1));

    private async Task CostsAsync(CacheMode mode, params (string Path, int Texts)[] expected)
    {
        Assert.SkipWhen(Shop.IsOnMySql, "The budgets are MariaDB's; the run on MariaDB counts them.");
        await Shelf.ReadAsync(shop);
        await using var primary = shop.BeforePrimary();
        await using var read = shop.BeforeReplica();
        await using var replica = shop.AgelessReplica([.. shop.Through(primary, read), ("Cache:Mode", $"{mode}")]);
        using var http = replica.CreateClient();
        if (mode != CacheMode.None)
            await Until.HeardAsync(replica.Services);

        List<(string, int)> costs = [];
        foreach (var (path, _) in expected)
        {
            primary.TakeSent();
            read.TakeSent();
            Assert.Equal(HttpStatusCode.OK, (await http.GetAnswerAsync(path)).Status);
            var texts = Wire.Texts(read);
            Assert.Equal((0, texts.Count), (Wire.Texts(primary).Count, texts.Sum(Wire.Count)));
            costs.Add((path, texts.Count));
        }

        Assert.Equal(expected, costs);
    }
}
