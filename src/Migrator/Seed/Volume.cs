namespace Dugout.Migrator.Seed;

/// <summary>How much of everything a start is filled with. What is there already stays; a later start with a larger volume adds the missing.</summary>
/// <param name="Name">What it is asked for by.</param>
/// <param name="Accounts">Fans, unless more are asked for.</param>
/// <param name="Products">Products.</param>
/// <param name="Campaigns">Coupon campaigns that run, beside the usual ones.</param>
/// <param name="Coupons">Coupons that fans have, at most as many as there are fans; none is used.</param>
internal sealed record Volume(string Name, int Accounts, int Products, int Campaigns, int Coupons)
{
    /// <summary>Posts of the feed, a multiple of four; with comments, see <see cref="FanPosts"/>. Where there are no fans, there are none.</summary>
    public int Posts { get; init; } = 1_000;

    /// <summary>Posts of the talk board, with comments and likes.</summary>
    public int TalkPosts { get; init; }

    /// <summary>Enough to look at everything, and quick.</summary>
    public static readonly Volume Small = new("small", 0, 1_000, 0, 0);

    /// <summary>As much as a published load test of a marketplace had: see <c>src/decisions/20-product-list-segments.md</c>.</summary>
    public static readonly Volume Report000 = new("report-000", 50_000, 100_000, 20_000, 20_000);

    /// <summary>As many fans, posts and comments as a published load test of a feed began with.</summary>
    public static readonly Volume Report002 = new("report-002", 200_000, 1_000, 0, 0) { Posts = 200_000 };

    /// <summary>The same after its writes had not been removed.</summary>
    public static readonly Volume Report002Grown = new("report-002-350k", 200_000, 1_000, 0, 0) { Posts = 350_000 };

    /// <summary>The same at its limit.</summary>
    public static readonly Volume Report002Million = new("report-002-1m", 200_000, 1_000, 0, 0) { Posts = 1_000_000 };

    /// <summary>As many talk posts as a published load test of a talk board had.</summary>
    public static readonly Volume Report003 = new("report-003", 50_000, 1_000, 0, 0) { TalkPosts = 100_000 };

    /// <summary>As many as it had in its second run.</summary>
    public static readonly Volume Report003Double = Report003 with { Name = "report-003-double", TalkPosts = 200_000 };

    /// <summary>Every one, the usual one first.</summary>
    public static readonly Volume[] All = [Small, Report000, Report002, Report002Grown, Report002Million, Report003, Report003Double];

    /// <summary>The one of a name; the small one where none is named.</summary>
    /// <exception cref="MigrationFailedException">There is none of that name.</exception>
    public static Volume Of(string? name) => string.IsNullOrEmpty(name) ? Small : All.FirstOrDefault(volume => volume.Name == name)
        ?? throw new MigrationFailedException($"The setting Seed:Volume must be one of {string.Join(", ", All.Select(volume => volume.Name))}, not '{name}'.");
}
