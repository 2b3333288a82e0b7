using Dugout.Migrator.Seed;
using Microsoft.Extensions.Configuration;
using Xunit;

namespace Dugout.Migrator.Tests;

/// <summary>Outside Development, the public password opens no account.</summary>
public sealed class SeedOptionsTests
{
    private const string Public = "take-me-out-2027";

    [Fact]
    public void In_Development_a_thousand_fans_have_the_public_password()
    {
        var options = Read(("DOTNET_ENVIRONMENT", "Development"));

        Assert.Equal((1_000, Public), (options.Accounts, options.FanPassword));
    }

    [Fact]
    public void Elsewhere_no_fan_is_seeded_by_default() => Assert.Equal(0, Read(("DOTNET_ENVIRONMENT", "Production")).Accounts);

    [Theory]
    [InlineData("Seed:Accounts", "1", "")]
    [InlineData("Seed:Accounts", "1", Public)]
    [InlineData("Seed:Volume", "report-002", "")]
    public void Elsewhere_fans_need_a_password_of_their_own(string setting, string value, string password)
    {
        var error = Assert.Throws<MigrationFailedException>(() => Read((setting, value), ("Seed:FanPassword", password)));

        Assert.Contains("Seed:FanPassword", error.Message, StringComparison.Ordinal);
        Assert.Equal("their-own-2027", Read((setting, value), ("Seed:FanPassword", "their-own-2027")).FanPassword);
    }

    private static SeedOptions Read(params (string Key, string Value)[] settings) => SeedOptions.Read(
        new ConfigurationBuilder().AddInMemoryCollection(settings.Select(setting => KeyValuePair.Create(setting.Key, (string?)setting.Value))).Build(), DateTime.UtcNow);
}
