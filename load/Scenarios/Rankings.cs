using System.Globalization;
using Dugout.Load.Client;

namespace Dugout.Load.Scenarios;

/// <summary>
/// A visitor of the front page: each ranking over the window that the keys choose, the recommendations, and the picture of a pick where there is one. No account signs in.
/// </summary>
internal sealed class Rankings : IScenario
{
    /// <summary>The name under which the scenario is run.</summary>
    public const string Name = "rankings";

    /// <summary>Rankings are available a few seconds after a start.</summary>
    private const int Tries = 60;

    private static readonly string[] All = ["games", "products", "posts", "fans"];
    private static readonly RankingWindow[] Windows = [new("day", TimeSpan.FromDays(1)), new("week", TimeSpan.FromDays(7)), new("month", TimeSpan.FromDays(30))];

    public int Steps => All.Length + 1;

    /// <summary>Waits until the rankings have been computed.</summary>
    /// <exception cref="NoSystemException">The rankings are not computed, or one is missing.</exception>
    public async Task PrepareAsync(Lab lab)
    {
        foreach (var ranking in All)
        {
            var response = await RankingAsync(lab.Shop, ranking, Windows[0]);
            for (var tries = 1; response.Outcome == Outcome.Shed && tries < Tries; tries++)
            {
                await Task.Delay(TimeSpan.FromSeconds(1), lab.Time, lab.Aborted);
                response = await RankingAsync(lab.Shop, ranking, Windows[0]);
            }

            Season.Needed(response);
        }
    }

    public async Task RunAsync(Iteration iteration)
    {
        var shop = iteration.Lab.Shop;
        foreach (var (index, ranking) in All.Index())
        {
            var window = iteration.Lab.Options.Keys.OneOf(Windows, iteration.Random)!;
            await iteration.StepAsync(string.Create(CultureInfo.InvariantCulture, $"{index + 1} {ranking}"), Repeat.Read, () => RankingAsync(shop, ranking, window));
        }

        var shown = await iteration.StepAsync("5 recommended", Repeat.Read, () => shop.RecommendedAsync(ResponseChecks.Recommended));
        if (shown.Picks.FirstOrDefault(pick => pick.Picture is not null)?.Picture is { } picture)
            await iteration.StepAsync("6 picture", Repeat.Read, () => shop.PictureAsync(picture));
    }

    private static Task<ShopResponse<RankingResponse>> RankingAsync(ShopClient shop, string ranking, RankingWindow window) =>
        shop.RankingAsync(ranking, window.Name, response => ResponseChecks.Ranking(response, ranking, window.Name, window.Length));

    /// <summary>The window of a ranking.</summary>
    private sealed record RankingWindow(string Name, TimeSpan Length);
}
