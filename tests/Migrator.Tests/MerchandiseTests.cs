using Dugout.Infrastructure.Run;
using Dugout.Migrator.Seed;
using Xunit;

namespace Dugout.Migrator.Tests;

public sealed class MerchandiseTests
{
    [Fact]
    public void The_same_number_is_the_same_product_every_time()
    {
        Assert.Equal(Merchandise.First(5_000), Merchandise.First(5_000));
        Assert.Equal(Merchandise.First(5_000).Take(100), Merchandise.First(100));
    }

    [Fact]
    public void Every_product_has_a_name_of_its_own_a_price_and_a_way_to_be_delivered()
    {
        var products = Merchandise.First(20_000).ToList();

        Assert.Equal(Enumerable.Range(1, 20_000).Select(id => (long)id), products.Select(product => product.Id));
        Assert.Distinct(products.Select(product => product.Name));
        Assert.All(products, product =>
        {
            Assert.InRange(product.Name.Length, 1, 100);
            Assert.InRange(product.Price, 1, 1_000_000);
            Assert.True(product.Rocket || product.RocketFresh || product.RocketGlobal);
        });
    }

    [Fact]
    public void What_is_a_team_s_begins_with_its_name()
    {
        var names = League.Teams.ToDictionary(team => team.Id, team => team.Name);

        Assert.All(Merchandise.First(5_000), product => Assert.Equal(product.TeamId is not null, names.Values.Any(name => product.Name.StartsWith($"{name} ", StringComparison.Ordinal))));
        Assert.All(Merchandise.First(5_000).Where(product => product.TeamId is not null),
            product => Assert.StartsWith($"{names[product.TeamId!.Value]} ", product.Name, StringComparison.Ordinal));
    }

    [Fact]
    public void Deliveries_have_unequal_shares_wherever_one_looks()
    {
        foreach (var part in Merchandise.First(100_000).Chunk(10_000))
        {
            Assert.InRange(part.Count(product => product.Rocket), 6_900, 7_300);
            Assert.InRange(part.Count(product => product.RocketFresh), 2_500, 2_900);
            Assert.InRange(part.Count(product => product.RocketGlobal), 1_550, 1_850);
        }
    }

    [Fact]
    public void The_AppHost_takes_the_volumes_that_the_migrator_knows() => Assert.Equal(Volume.All.Select(volume => volume.Name), AppHostSettings.Volumes);

    [Fact]
    public void A_volume_nobody_knows_is_refused_by_its_name()
    {
        var error = Assert.Throws<MigrationFailedException>(() => Volume.Of("huge"));

        Assert.Contains("'huge'", error.Message, StringComparison.Ordinal);
        Assert.Equal((Volume.Small, Volume.Report000), (Volume.Of(null), Volume.Of("report-000")));
        Assert.Equal([200_000, 350_000, 1_000_000], ((string[])["report-002", "report-002-350k", "report-002-1m"]).Select(name => Volume.Of(name).Posts));
    }
}
