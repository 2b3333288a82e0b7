namespace Dugout.Migrator.Seed;

/// <summary>
/// The seeded products: a kind of article of a team, in a variant. A pure function of the number, so that the same number is the same product on
/// every machine. Of a hundred products about 71 can be delivered by rocket, 27 by rocket-fresh and 17 by rocket-global, some by two of them.
/// </summary>
internal static class Merchandise
{
    /// <summary>One product; <paramref name="TeamId"/> is its team, null for a product without a team.</summary>
    public sealed record Product(long Id, string Name, long Price, bool Rocket, bool RocketFresh, bool RocketGlobal, long? TeamId);

    /// <param name="Share">Number of products of this kind per hundred.</param>
    /// <param name="Name">Its name, which follows the team's name.</param>
    /// <param name="Price">Price of the cheapest variant, whole won.</param>
    /// <param name="Ways">Its delivery methods.</param>
    private sealed record Kind(int Share, string Name, long Price, Ways Ways);

    [Flags]
    private enum Ways
    {
        Rocket = 1,
        Fresh = 2,
        Global = 4,
    }

    private const int PriceSteps = 10;
    private const long PriceStep = 500;

    private static readonly Kind[] Kinds =
    [
        new(14, "홈 유니폼", 69_000, Ways.Rocket), new(9, "원정 유니폼", 69_000, Ways.Rocket), new(11, "응원 막대", 5_000, Ways.Rocket),
        new(10, "모자", 32_000, Ways.Rocket), new(8, "머플러", 18_000, Ways.Rocket), new(4, "100% 면 티셔츠", 25_000, Ways.Rocket),
        new(9, "직관 도시락", 12_000, Ways.Fresh), new(7, "닭강정", 15_000, Ways.Fresh), new(5, "생과일 컵", 7_000, Ways.Fresh | Ways.Rocket),
        new(6, "맥주 안주 모음", 11_000, Ways.Fresh | Ways.Rocket), new(6, "글러브", 120_000, Ways.Global), new(5, "배트", 95_000, Ways.Global),
        new(4, "사인볼", 40_000, Ways.Global | Ways.Rocket), new(2, "선수 카드", 9_000, Ways.Global),
    ];

    private static readonly string[] Variants = ["기본", "블랙", "화이트", "한정판", "어린이", "커플", "클래식", "개막전", "올스타", "가을 야구"];

    private static readonly Kind[] KindOfHundred = [.. Kinds.SelectMany(kind => Enumerable.Repeat(kind, kind.Share))];

    /// <summary>Returns the first products, numbered from 1.</summary>
    public static IEnumerable<Product> First(int count) => Enumerable.Range(1, count).Select(number => Of(number));

    private static Product Of(long id)
    {
        var luck = Mixed((ulong)id);
        var kind = KindOfHundred[Next(KindOfHundred.Length)];
        var owner = kind.Name.StartsWith("100%", StringComparison.Ordinal) ? null : League.Teams[Next(League.Teams.Count)];
        var variant = Variants[Next(Variants.Length)];
        var price = kind.Price + (Next(PriceSteps) * PriceStep);
        var name = $"{(owner is null ? "" : $"{owner.Name} ")}{kind.Name} {variant} {id}호";
        return new(id, name, price, kind.Ways.HasFlag(Ways.Rocket), kind.Ways.HasFlag(Ways.Fresh), kind.Ways.HasFlag(Ways.Global), owner?.Id);

        int Next(int choices)
        {
            var choice = (int)(luck % (ulong)choices);
            luck = Mixed(luck);
            return choice;
        }
    }

    /// <summary>The finalizer of SplitMix64 (Steele, Lea and Flood 2014): adjacent inputs give distant results.</summary>
    private static ulong Mixed(ulong number)
    {
        number += 0x9E37_79B9_7F4A_7C15;
        number = (number ^ (number >> 30)) * 0xBF58_476D_1CE4_E5B9;
        number = (number ^ (number >> 27)) * 0x94D0_49BB_1331_11EB;
        return number ^ (number >> 31);
    }
}
