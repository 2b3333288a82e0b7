namespace Dugout.Migrator.Seed;

/// <summary>The amount of seeded data. Existing rows are not changed; a later start with a larger volume adds the missing ones.</summary>
/// <param name="Name">Its name in the settings.</param>
/// <param name="Accounts">Number of fans, unless the settings have more.</param>
/// <param name="Products">Number of products.</param>
/// <param name="Campaigns">Number of running coupon campaigns, in addition to the usual ones.</param>
/// <param name="Coupons">Number of claimed coupons, at most the number of fans; all unused.</param>
internal sealed record Volume(string Name, int Accounts, int Products, int Campaigns, int Coupons)
{
    /// <summary>Number of feed posts, a multiple of four; with comments, see <see cref="FanPosts"/>. Without fans there are none.</summary>
    public int Posts { get; init; } = 1_000;

    /// <summary>Number of posts on the talk board, with comments and likes.</summary>
    public int TalkPosts { get; init; }

    /// <summary>Enough to try every feature, and fast.</summary>
    public static readonly Volume Small = new("small", 0, 1_000, 0, 0);

    /// <summary>The volume of a published load test of a marketplace: see <c>src/decisions/20-product-list-segments.md</c>.</summary>
    public static readonly Volume Report000 = new("report-000", 50_000, 100_000, 20_000, 20_000);

    /// <summary>The initial number of fans, posts and comments of a published load test of a feed.</summary>
    public static readonly Volume Report002 = new("report-002", 200_000, 1_000, 0, 0) { Posts = 200_000 };

    /// <summary>The same test with the rows of earlier runs still present.</summary>
    public static readonly Volume Report002Grown = new("report-002-350k", 200_000, 1_000, 0, 0) { Posts = 350_000 };

    /// <summary>The same test at its limit.</summary>
    public static readonly Volume Report002Million = new("report-002-1m", 200_000, 1_000, 0, 0) { Posts = 1_000_000 };

    /// <summary>The number of talk posts of a published load test of a talk board.</summary>
    public static readonly Volume Report003 = new("report-003", 50_000, 1_000, 0, 0) { TalkPosts = 100_000 };

    /// <summary>The number of talk posts of its second run.</summary>
    public static readonly Volume Report003Double = Report003 with { Name = "report-003-double", TalkPosts = 200_000 };

    /// <summary>All volumes, the default first.</summary>
    public static readonly Volume[] All = [Small, Report000, Report002, Report002Grown, Report002Million, Report003, Report003Double];

    /// <summary>Returns a volume by name; the small one where no name is given.</summary>
    /// <exception cref="MigrationFailedException">The name is unknown.</exception>
    public static Volume Of(string? name) => string.IsNullOrEmpty(name) ? Small : All.FirstOrDefault(volume => volume.Name == name)
        ?? throw new MigrationFailedException($"The setting Seed:Volume must be one of {string.Join(", ", All.Select(volume => volume.Name))}, not '{name}'.");
}
