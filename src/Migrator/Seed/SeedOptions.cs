using System.Globalization;
using Microsoft.Extensions.Configuration;

namespace Dugout.Migrator.Seed;

/// <summary>The data of an empty database. Section <c>Seed</c>.</summary>
/// <param name="Accounts">Number of fans, <c>fan1@dugout.test</c> onwards. Default 1,000, range 0 to 1,000,000.</param>
/// <param name="Season">Year of the season; null for the next one that has not begun. Range 2000 to 2100.</param>
/// <param name="Today">Day of the seed, UTC: sales open on it.</param>
internal sealed record SeedOptions(int Accounts, int? Season, DateTime Today)
{
    /// <summary>The data volume. Default small.</summary>
    public Volume Volume { get; init; } = Volume.Small;

    private const int DefaultAccounts = 1_000;

    /// <summary>Opening month of a season.</summary>
    private const int FirstMonth = 4;

    /// <summary>The season to seed where the settings name none.</summary>
    public int NextSeason => Today.Month < FirstMonth ? Today.Year : Today.Year + 1;

    public static SeedOptions Read(IConfiguration configuration, DateTime now) => new(
        Number(configuration, "Seed:Accounts", 0, 1_000_000) ?? DefaultAccounts,
        Number(configuration, "Seed:Season", 2000, 2100),
        now.Date)
    {
        Volume = Volume.Of(configuration["Seed:Volume"]),
    };

    private static int? Number(IConfiguration configuration, string key, int least, int most)
    {
        var text = configuration[key];
        if (string.IsNullOrEmpty(text))
            return null;
        return int.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out var number) && number >= least && number <= most
            ? number
            : throw new MigrationFailedException($"The setting {key} must be a number from {least} to {most}, not '{text}'.");
    }
}
