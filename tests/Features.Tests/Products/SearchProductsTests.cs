using System.Net;
using FsCheck.Fluent;
using Xunit;

namespace Dugout.Features.Tests.Products;

/// <summary>Alone, since others put products on the shelf.</summary>
[Collection(nameof(Alone))]
public sealed class SearchProductsTests(Shop shop)
{
    /// <summary>Beginnings of names there are, in letters of either size, and of names there aren't.</summary>
    [Fact]
    public async Task A_prefix_finds_exactly_the_products_whose_names_begin_with_it()
    {
        var shelf = await Shelf.ReadAsync(shop);
        var names = Gen.Elements(shelf.ByName.Select(row => row.Name)).Zip(Gen.Choose(1, 12), (name, length) => name[..Math.Min(name.Length, length)]);
        var nonsense = Gen.Elements("%", "_", "\\", "!", "5", "0", "a", "L", "g", " ", "'", "할", "%%").NonEmptyListOf().Select(parts => string.Concat(parts.Take(4)));
        string[] prefixes = [.. names.Sample(60), .. names.Select(name => name.ToUpperInvariant()).Sample(20), .. names.Select(name => name.ToLowerInvariant()).Sample(20), .. nonsense.Sample(60)];

        foreach (var prefix in prefixes.Where(prefix => !char.IsSurrogate(prefix[^1]) || char.IsLowSurrogate(prefix[^1])))
            Assert.Equal($"{prefix}:\n{Expected(shelf, prefix)}", $"{prefix}:\n{string.Join('\n', await PagedAsync(prefix, limit: 120))}");
    }

    [Theory]
    [InlineData("%", 3)]
    [InlineData("_", 3)]
    [InlineData("\\", 3)]
    [InlineData("!", 6)]
    [InlineData("50%", 3)]
    [InlineData("50_", 3)]
    [InlineData("50\\", 3)]
    [InlineData("5_", 3)]
    [InlineData("a\\%", 3)]
    [InlineData("100_", 0)]
    [InlineData("_G", 0)]
    [InlineData("LG%", 0)]
    public async Task Pattern_characters_are_escaped(string prefix, int products) =>
        Assert.Equal(products, (await PagedAsync(prefix, limit: 120)).Count);

    [Theory]
    [InlineData("LG 트윈스", 7)]
    [InlineData("l", 1)]
    [InlineData("5", 2)]
    [InlineData("100%", 119)]
    public async Task Pages_neither_skip_nor_repeat_a_product(string prefix, int limit) =>
        Assert.Equal(Expected(await Shelf.ReadAsync(shop), prefix), string.Join('\n', await PagedAsync(prefix, limit)));

    [Theory]
    [InlineData("", "prefix")]
    [InlineData("prefix=", "prefix")]
    [InlineData("prefix=012345678901234567890123456789012345678901234567890", "prefix")]
    [InlineData("prefix=LG&limit=0", "limit")]
    [InlineData("prefix=LG&limit=121", "limit")]
    [InlineData("prefix=LG&limit=many", "limit")]
    [InlineData("prefix=LG&after=1", "after")]
    [InlineData("prefix=LG&after=", "after")]
    [InlineData("prefix=LG&after=!!", "after")]
    [InlineData("prefix=LG&after=AAAAAAAAAAE", "after")]
    [InlineData("prefix=LG&after=AAAAAAAAAAH_", "after")]
    public async Task An_invalid_parameter_is_rejected_with_its_name(string query, string field)
    {
        var answer = await shop.Http.GetAnswerAsync($"/api/products/search?{query}");

        Assert.Equal((HttpStatusCode.BadRequest, "invalid"), (answer.Status, answer.Code));
        Assert.True(answer.Json.GetProperty("errors").TryGetProperty(field, out _), answer.Body);
    }

    private static string Expected(Shelf shelf, string prefix) =>
        string.Join('\n', shelf.ByName.Where(row => row.Name.StartsWith(prefix, StringComparison.OrdinalIgnoreCase)).Select(Shelf.TextOf));

    private async Task<List<string>> PagedAsync(string prefix, int limit)
    {
        List<string> paged = [];
        for (string? after = ""; after is not null;)
        {
            var answer = await shop.Http.GetAnswerAsync($"/api/products/search?prefix={Uri.EscapeDataString(prefix)}&limit={limit}{(after.Length == 0 ? "" : $"&after={after}")}");
            Assert.True(answer.Status == HttpStatusCode.OK, answer.Body);
            paged.AddRange(Shelf.Items(answer).Select(Shelf.TextOf));
            after = answer.Json.GetProperty("next").GetString();
        }

        return paged;
    }
}
