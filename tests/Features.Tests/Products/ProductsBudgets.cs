using System.Net;
using Dugout.Features.Tests.Platform;
using Xunit;

namespace Dugout.Features.Tests.Products;

/// <summary>The cost of product reads in statements, counted on the wire. A change of cost must change this table.</summary>
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

    /// <summary>A segment of the rocket list has 256 ids; after the seeded products ids are so far apart that each is in its own segment.</summary>
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
