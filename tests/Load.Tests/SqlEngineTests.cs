using Dugout.Load.Checks;
using Dugout.Load.Experiments;
using Xunit;

namespace Dugout.Load.Tests;

/// <summary>The engine in a record, and the data of a variant.</summary>
public sealed class SqlEngineTests
{
    [Theory]
    [InlineData("10.11.6-MariaDB-0+deb12u1", "MariaDB 10.11.6", "10.11.6-mariadb")]
    [InlineData("11.8.3-MariaDB-log", "MariaDB 11.8.3", "11.8.3-mariadb")]
    [InlineData("9.7.4-2", "MySQL 9.7.4", "9.7.4-mysql")]
    [InlineData("8.4.2", "MySQL 8.4.2", "8.4.2-mysql")]
    public void The_engine_is_parsed_from_the_version(string response, string shown, string spelling)
    {
        var engine = SqlEngine.Parse(response);

        Assert.Equal((shown, spelling), (engine.ToString(), engine.PomeloVersion));
    }

    [Fact]
    public void An_invalid_version_is_quoted() =>
        Assert.Contains("'PostgreSQL 17'", Assert.Throws<FormatException>(() => SqlEngine.Parse("PostgreSQL 17")).Message, StringComparison.Ordinal);

    [Fact]
    public void A_variant_on_another_engine_has_its_own_data()
    {
        var variant = new Variant("on MySQL", "--replicas", "2", "--engine", "mysql") { Volume = "report-002" };

        Assert.StartsWith("mysql-report-002-", variant.Data, StringComparison.Ordinal);
        Assert.Equal(variant.Data, variant.AsPrepared().Data);
        Assert.DoesNotContain("--replicas", variant.AsPrepared().Options);
    }
}
