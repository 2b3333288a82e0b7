namespace Dugout.Features.Tests.Products;

/// <summary>
/// Products as no seed has them, in every shop of the tests: far apart, and with names that mean something to a server's pattern; the very last ones side by
/// side, so that a page may end among them.
/// </summary>
internal static class OddProducts
{
    public const string Insert = """
        INSERT INTO products (id, name, price, rocket, rocket_fresh, rocket_global) VALUES (@Id, @Name, @Price, @Rocket, @RocketFresh, @RocketGlobal)
        """;

    public const long First = 2_000_000;

    /// <summary>Beyond all cached segments.</summary>
    public const long Apart = 5_000;

    private static readonly string[] Names =
    [
        "%", "_", "\\", "!", "50% 할인 상자", "50_ 할인 상자", "50\\ 할인 상자", "5_0", "5%0", "a\\%b", "!%_", "lg 트윈스 소문자", "Lg 트윈스 섞은 글자", "'따옴표", "\"쌍따옴표", "🏟 구장 모형",
    ];

    private const int FarApart = 48;

    public static IReadOnlyList<ProductRow> All { get; } = [.. Enumerable.Range(0, FarApart).Select(n => new ProductRow
    {
        Id = First + (n * Apart),
        Name = Names[n % Names.Length],
        Price = n,
        Rocket = n % 3 == 0,
        RocketFresh = n % 3 == 1 || n % 5 == 0,
        RocketGlobal = n % 3 == 2,
    }), .. Enumerable.Range(0, 5).Select(n => new ProductRow
    {
        Id = First + (FarApart * Apart) + n,
        Name = $"마지막 상품 {n + 1}",
        Price = n,
        Rocket = true,
        RocketFresh = true,
        RocketGlobal = true,
    })];
}

/// <summary>A row of <c>products</c>.</summary>
public sealed class ProductRow
{
    public long Id { get; init; }

    public string Name { get; init; } = "";

    public long Price { get; init; }

    public bool Rocket { get; init; }

    public bool RocketFresh { get; init; }

    public bool RocketGlobal { get; init; }
}
