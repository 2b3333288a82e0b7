using System.Diagnostics;
using System.Globalization;
using Dugout.Tests.Support;
using Xunit;

namespace Dugout.Features.Tests.Products;

/// <summary>
/// What keeping comes to at the size, and with the requests, of the published load test that the list follows (report 000): 100,000 products, three deliveries in
/// turn, pages of a hundred that begin anywhere up to 99,800. The numbers are printed.
/// </summary>
public sealed class ProductKeysTests(ProductKeysTests.LargeShop shop) : IClassFixture<ProductKeysTests.LargeShop>
{
    private const int Callers = 8;
    private const int Each = 400;
    private const int LastStart = 99_800;

    [Fact]
    public async Task For_any_page_starts_the_cache_stays_small_and_is_hit()
    {
        Assert.SkipWhen(Shop.IsOnMySql, "Fills a shop of its own; the run on MariaDB does.");

        var uniform = await SendAsync("uniform", shop.Replicas[0], random => random.Next(1, LastStart + 1));
        // The n-th start is requested in proportion to 1/n.
        var zipf = await SendAsync("zipf", shop.Replicas[1], random => (int)Math.Pow(LastStart, random.NextDouble()));

        foreach (var use in (Use[])[uniform, zipf])
        {
            Assert.InRange(use.Entries, 1, 700);
            Assert.InRange(use.Bytes, 1, 32 * 1024 * 1024);
            Assert.True(use.Found > 0.5, $"{use.Found:P1} were found.");
        }
    }

    /// <summary>What a process keeps, and how much of what it looked for there it found.</summary>
    private sealed record Use(long Entries, long Bytes, double Found);

    private static async Task<Use> SendAsync(string name, HttpClient replica, Func<Random, int> startOf)
    {
        var before = await UsageAsync(replica);
        var since = Stopwatch.StartNew();
        var pages = (await Together.RunAsync(Callers, async caller =>
        {
            var random = new Random(caller);
            List<string> asked = [];
            for (var turn = 0; turn < Each; turn++)
            {
                var delivery = Shelf.Deliveries[turn % Shelf.Deliveries.Length];
                var path = string.Create(CultureInfo.InvariantCulture, $"/api/products?delivery={delivery}&after={startOf(random)}&limit=100");
                var page = await replica.GetAnswerAsync(path);
                Assert.All(Shelf.Items(page), item => Assert.Contains($"\"{delivery}\"", item.GetProperty("deliveries").GetRawText(), StringComparison.Ordinal));
                asked.Add(path);
            }

            return asked;
        })).SelectMany(asked => asked).ToList();
        var after = await UsageAsync(replica);

        var (hits, misses) = (after("hits") - before("hits"), after("misses") - before("misses"));
        var use = new Use(after("entries"), after("bytes"), (double)hits / (hits + misses));
        TestContext.Current.SendDiagnosticMessage($"{name}: {pages.Count} pages in {since.Elapsed.TotalSeconds:0.0} s, {use.Found:P1} of {hits + misses} pieces found; "
            + $"{use.Entries} entries, {use.Bytes / 1024.0 / 1024:0.0} MiB. Were pages kept, {1 - (pages.Distinct().Count() / (double)pages.Count):P1} of them had been found.");
        return use;
    }

    private static async Task<Func<string, long>> UsageAsync(HttpClient replica)
    {
        var cache = (await replica.GetAnswerAsync("/health/usage")).Json.GetProperty("cache");
        return number => cache.GetProperty(number).GetInt64();
    }

    /// <summary>A shop with that many products.</summary>
    public sealed class LargeShop : Shop
    {
        protected override string Volume => "report-000";

        protected override (string Name, string Value)[] Settings => [.. base.Settings, ("Cache__Seconds", "3600")];

        public override ValueTask InitializeAsync() => IsOnMySql ? ValueTask.CompletedTask : base.InitializeAsync();
    }
}
