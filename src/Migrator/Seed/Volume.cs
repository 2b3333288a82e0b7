namespace Dugout.Migrator.Seed;

/// <summary>How much of everything a start is filled with. What is there already stays; a later start with a larger volume adds the missing.</summary>
/// <param name="Name">What it is asked for by.</param>
/// <param name="Accounts">Fans, unless more are asked for.</param>
/// <param name="Products">Products.</param>
/// <param name="Campaigns">Coupon campaigns that run, beside the usual ones.</param>
/// <param name="Coupons">Coupons that fans have, at most as many as there are fans; none is used.</param>
internal sealed record Volume(string Name, int Accounts, int Products, int Campaigns, int Coupons)
{
    /// <summary>Enough to look at everything, and quick.</summary>
    public static readonly Volume Small = new("small", 0, 1_000, 0, 0);

    /// <summary>As much as a published load test of a marketplace had: see <c>src/DECISIONS.md</c>.</summary>
    public static readonly Volume Report000 = new("report-000", 50_000, 100_000, 20_000, 20_000);

    /// <summary>As many talk posts as a published load test of a talk board had.</summary>
    public static readonly Volume Report003 = new("report-003", 50_000, 1_000, 0, 0) { TalkPosts = 100_000 };

    /// <summary>As many as it had in its second run.</summary>
    public static readonly Volume Report003Double = Report003 with { Name = "report-003-double", TalkPosts = 200_000 };

    private static readonly Volume[] All = [Small, Report000, Report003, Report003Double];

    /// <summary>Talk posts, with comments and likes.</summary>
    public int TalkPosts { get; init; }

    /// <summary>The one of a name; the small one where none is named.</summary>
    /// <exception cref="MigrationRefusedException">There is none of that name.</exception>
    public static Volume Of(string? name) => string.IsNullOrEmpty(name) ? Small : All.FirstOrDefault(volume => volume.Name == name)
        ?? throw new MigrationRefusedException($"The setting Seed:Volume must be one of {string.Join(", ", All.Select(volume => volume.Name))}, not '{name}'.");
}
