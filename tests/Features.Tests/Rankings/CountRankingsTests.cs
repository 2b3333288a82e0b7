using Dugout.Features.Rankings;
using Dugout.Features.Talk;
using Microsoft.Extensions.DependencyInjection;
using Xunit;

namespace Dugout.Features.Tests.Rankings;

/// <summary>How the rows of slices become a ranking.</summary>
[Collection(nameof(RankedShop))]
public sealed class CountRankingsTests(RankedShop shop)
{
    [Fact]
    public async Task Several_sources_add_to_one_ranking()
    {
        var noon = shop.NextNoon();
        await shop.WriteAsync(fan: 21, team: 2, noon.AddHours(-1));
        await using var host = shop.WorkersHost();
        IRankingSource[] sources = [host.Services.GetServices<IRankingSource>().OfType<ActiveTalkers>().Single(), new Elsewhere()];
        var count = ActivatorUtilities.CreateInstance<CountRankings>(host.Services, (object)sources);

        var boards = await count.CountAsync(noon, TestContext.Current.CancellationToken);

        Assert.Equal(["fans:day", "fans:week", "fans:month"], boards.Keys);
        var day = boards["fans:day"].Teams;
        Assert.Equal([new RankingPlace(1, 21, "fan21", 4), new RankingPlace(2, 22, "fan22", 1)], day[RankingBoard.Whole]);
        Assert.Equal([new RankingPlace(1, 21, "fan21", 1), new RankingPlace(2, 22, "fan22", 1)], day[2]);
        Assert.Empty(day[3]);
        Assert.Equal(11, day.Count);
    }

    /// <summary>What is no longer there has no name, and the next one takes its place.</summary>
    [Fact]
    public async Task Deleted_things_are_not_ranked()
    {
        var noon = shop.NextNoon();
        await shop.ReserveAsync(999_999, 5, noon.AddHours(-1));
        await shop.ReserveAsync(14, 1, noon.AddHours(-1));
        await using var host = shop.WorkersHost();

        var boards = await RankedShop.Counter(host).CountAsync(noon, TestContext.Current.CancellationToken);

        Assert.Equal([(1, 14L)], boards["games:day"].Teams[RankingBoard.Whole].Select(place => (place.Place, place.Id)));
    }

    /// <summary>Another slice that ranks fans, by its own rows.</summary>
    private sealed class Elsewhere : IRankingSource
    {
        public string Ranking => "fans";

        public string Points => "SELECT 21 AS thing, 3 AS points UNION ALL SELECT 22, 1";

        public string PointsByTeam => "SELECT 2 AS team, 22 AS thing, 1 AS points";

        public Task<IReadOnlyDictionary<long, string>> NamesAsync(IReadOnlyCollection<long> ids, CancellationToken cancellation) =>
            throw new InvalidOperationException("The first source says what fans are called.");
    }
}
