using System.Globalization;
using Microsoft.Extensions.Configuration;
using Microsoft.Extensions.Hosting;

namespace Dugout.Migrator.Seed;

/// <summary>The data of an empty database. Section <c>Seed</c>.</summary>
/// <param name="Accounts">Number of fans, <c>fan1@dugout.test</c> onwards. Default 1,000 in Development and otherwise 0, range 0 to 1,000,000.</param>
/// <param name="Season">Year of the season; null for the next one that has not begun. Range 2000 to 2100.</param>
/// <param name="Today">Day of the seed, UTC: sales open on it.</param>
internal sealed record SeedOptions(int Accounts, int? Season, DateTime Today)
{
    /// <summary>The data volume. Default small.</summary>
    public Volume Volume { get; init; } = Volume.Small;

    /// <summary>Password of every seeded fan. Required outside Development.</summary>
    public string FanPassword { get; init; } = PublicPassword;

    /// <summary>Publicly known: fans with this password are for trying the shop in Development.</summary>
    private const string PublicPassword = "take-me-out-2027";

    private const int DefaultAccounts = 1_000;

    /// <summary>Opening month of a season.</summary>
    private const int FirstMonth = 4;

    /// <summary>The season to seed where the settings name none.</summary>
    public int NextSeason => Today.Month < FirstMonth ? Today.Year : Today.Year + 1;

    public static SeedOptions Read(IConfiguration configuration, DateTime now)
    {
        var isDevelopment = configuration["DOTNET_ENVIRONMENT"] == Environments.Development;
        var password = configuration["Seed:FanPassword"] is { Length: > 0 } own && (isDevelopment || own != PublicPassword) ? own : null;
        var options = new SeedOptions(
            Number(configuration, "Seed:Accounts", 0, 1_000_000) ?? (isDevelopment ? DefaultAccounts : 0),
            Number(configuration, "Seed:Season", 2000, 2100),
            now.Date)
        {
            Volume = Volume.Of(configuration["Seed:Volume"]),
            FanPassword = password ?? PublicPassword,
        };
        return isDevelopment || password is not null || Math.Max(options.Accounts, options.Volume.Accounts) == 0
            ? options
            : throw new MigrationFailedException("The setting Seed:FanPassword must be a password of your own: outside Development no fan is seeded with the public one.");
    }

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
