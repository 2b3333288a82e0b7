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
            var answer = await AskAsync(lab.Shop, ranking, Windows[0]);
            for (var tries = 1; answer.Outcome == Outcome.Shed && tries < Tries; tries++)
            {
                await Task.Delay(TimeSpan.FromSeconds(1), lab.Time, lab.BrokenOff);
                answer = await AskAsync(lab.Shop, ranking, Windows[0]);
            }

            Season.Needed(answer);
        }
    }

    public async Task RunAsync(Visit visit)
    {
        var shop = visit.Lab.Shop;
        foreach (var (index, ranking) in All.Index())
        {
            var window = visit.Lab.Options.Keys.OneOf(Windows, visit.Random)!;
            await visit.AskAsync(string.Create(CultureInfo.InvariantCulture, $"{index + 1} {ranking}"), Repeat.Read, () => AskAsync(shop, ranking, window));
        }

        var shown = await visit.AskAsync("5 recommended", Repeat.Read, () => shop.RecommendedAsync(Sound.Recommended));
        if (shown.Picks.FirstOrDefault(pick => pick.Picture is not null)?.Picture is { } picture)
            await visit.AskAsync("6 picture", Repeat.Read, () => shop.PictureAsync(picture));
    }

    private static Task<Answer<RankingAnswer>> AskAsync(ShopClient shop, string ranking, RankingWindow window) =>
        shop.RankingAsync(ranking, window.Name, answer => Sound.Ranking(answer, ranking, window.Name, window.Length));

    /// <summary>The window of a ranking.</summary>
    private sealed record RankingWindow(string Name, TimeSpan Length);
}
