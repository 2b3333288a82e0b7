using System.Globalization;
using System.Text.Json;
using Dapper;
using Dugout.Infrastructure.Run;
using FsCheck;
using FsCheck.Fluent;
using MySqlConnector;
using Xunit;

namespace Dugout.Features.Tests.Products;

/// <summary>All products by their rows, the expected responses, and arbitrary requests.</summary>
internal sealed class Shelf
{
    public static readonly string[] Deliveries = ["rocket", "rocket-fresh", "rocket-global"];

    /// <summary>Possible starts of a page: among the seeded products, among those far apart, behind them all.</summary>
    private static readonly Gen<long> Starts = Gen.OneOf(
        Gen.Choose(0, 1_100), Gen.Choose((int)OddProducts.First - 2_000, (int)(OddProducts.First + (50 * OddProducts.Apart))), Gen.Choose(0, 1_000_000_000)).Select(start => (long)start);

    private readonly List<ProductRow> _byId;

    private Shelf(List<ProductRow> byId, List<ProductRow> byName) => (_byId, ByName) = (byId, byName);

    /// <summary>All products in the order of their names, as the database sorts them, and ids.</summary>
    public IReadOnlyList<ProductRow> ByName { get; }

    /// <summary>A request for a page of a list; no limit is the default.</summary>
    public sealed record Wish(string Delivery, long After, int? Limit)
    {
        public string Path => $"/api/products?delivery={Delivery}&after={After}{(Limit is null ? "" : $"&limit={Limit}")}";
    }

    /// <summary>Reads them, and sees to it that a replica has them, too.</summary>
    public static async Task<Shelf> ReadAsync(Shop shop)
    {
        await using var connection = new MySqlConnection(shop.Servers.Primary(DatabaseAccount.Checks));
        await connection.OpenAsync(TestContext.Current.CancellationToken);
        const string Sql = "SELECT id AS Id, name AS Name, price AS Price, rocket AS Rocket, rocket_fresh AS RocketFresh, rocket_global AS RocketGlobal FROM products";
        var byId = (await connection.QueryAsync<ProductRow>($"{Sql} ORDER BY id")).AsList();
        var byName = (await connection.QueryAsync<ProductRow>($"{Sql} ORDER BY name, id")).AsList();
        await shop.Servers.CaughtUpAsync(TestContext.Current.CancellationToken);
        return new(byId, byName);
    }

    /// <summary>So many wishes at random.</summary>
    public static IReadOnlyList<Wish> Wishes(int count) => [.. Gen.Elements(Deliveries)
        .Zip(Starts, (delivery, after) => new Wish(delivery, after, Limit: null))
        .Zip(Gen.OneOf(Gen.Choose(1, 120).Select(limit => (int?)limit), Gen.Constant((int?)null)), (wish, limit) => wish with { Limit = limit })
        .Sample(count)];

    /// <summary>The rows of a list.</summary>
    public IEnumerable<ProductRow> Of(string delivery) => _byId.Where(row => Ways(row).Contains(delivery));

    /// <summary>The expected content of a response.</summary>
    public string Answer(Wish wish)
    {
        var limit = wish.Limit ?? 20;
        var found = Of(wish.Delivery).Where(row => row.Id > wish.After).Take(limit + 1).ToList();
        return TextOf(found.Take(limit).Select(TextOf), found.Count > limit ? found[limit - 1].Id.ToString(CultureInfo.InvariantCulture) : null);
    }

    /// <summary>The content of a response.</summary>
    public static string TextOf(Answer answer)
    {
        Assert.True(answer.Status == System.Net.HttpStatusCode.OK, answer.Body);
        return TextOf(Items(answer).Select(TextOf), answer.Json.GetProperty("next").GetString());
    }

    public static IEnumerable<JsonElement> Items(Answer page) => page.Json.GetProperty("items").EnumerateArray();

    public static string TextOf(JsonElement item) => TextOf(
        item.GetProperty("productId").GetInt64(), item.GetProperty("name").GetString()!, item.GetProperty("price").GetInt64(),
        item.GetProperty("deliveries").EnumerateArray().Select(way => way.GetString()!));

    public static string TextOf(ProductRow row) => TextOf(row.Id, row.Name, row.Price, Ways(row));

    private static string TextOf(long id, string name, long price, IEnumerable<string> ways) => $"{id} {name} {price} {string.Join('+', ways)}";

    private static string TextOf(IEnumerable<string> items, string? next) => $"{string.Join("\n", items)}\nnext: {next ?? "none"}";

    private static IEnumerable<string> Ways(ProductRow row) =>
        Deliveries.Zip([row.Rocket, row.RocketFresh, row.RocketGlobal]).Where(way => way.Second).Select(way => way.First);
}
