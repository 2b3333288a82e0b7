using System.Net;
using Dugout.Tests.Support;
using Xunit;

namespace Dugout.Features.Tests.Seats;

/// <summary>A herd that asks for the best seats at once, over two API processes.</summary>
public sealed class BestSeatsRaces(Shop shop)
{
    private const int Callers = 500;
    private const int Row = 25;

    /// <summary>The first grade has 40 rows of 25 seats, which hold 12 pairs each; the second has enough pairs for everybody.</summary>
    [Fact]
    public async Task Five_hundred_callers_get_adjacent_pairs_until_there_are_no_more()
    {
        var fans = await shop.NextFansAsync(Callers);
        var game = shop.NextGame();

        foreach (var (grade, pairs) in ((long, int)[])[(Shop.Grade(game, 2), Callers), (Shop.Grade(game), 480)])
        {
            var answers = await Together.RunAsync(Callers, caller => fans[caller].PostAsync(
                shop.Replicas[caller % shop.Replicas.Count], $"/api/games/{game}/holds/best", new { gradeId = grade, count = 2 }));

            var held = answers.Where(answer => answer.Status == HttpStatusCode.Created).Select(HoldBestSeatsTests.SeatsOf).ToList();
            Assert.Equal(pairs, held.Count);
            Assert.Equal(Callers - pairs, answers.Count(answer => answer is { Status: HttpStatusCode.Conflict, Code: "not-adjacent" }));
            Assert.Equal(2 * pairs, held.SelectMany(pair => pair).Distinct().Count());
            Assert.All(held, pair => Assert.Equal((pair[0] + 1, (pair[0] - 1) / Row), (pair[1], (pair[1] - 1) / Row)));
        }
    }
}
