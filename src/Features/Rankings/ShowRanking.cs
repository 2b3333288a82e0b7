using System.ComponentModel;
using Dugout.Features.Catalog;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Http.HttpResults;

namespace Dugout.Features.Rankings;

/// <summary>
/// A ranking over the last day, week or month, overall or of one team, in order. Anonymous access. It was counted at
/// <c>until</c>, usually within the last minute and always within a limit (<see cref="RankingsOptions.StaleSeconds"/>). Returns 200.
/// Errors: 400 <c>invalid</c> for an unknown window or a limit out of range, 404 <c>no-such-ranking</c> or <c>no-such-team</c>,
/// 503 <c>busy</c> if there is no recent count.
/// </summary>
public static class ShowRanking
{
    /// <summary>The response.</summary>
    /// <param name="Ranking">Name of the ranking.</param>
    /// <param name="Window">Name of the window.</param>
    /// <param name="From">Start of the window, UTC, inclusive.</param>
    /// <param name="Until">End of the window and time of the count, UTC, exclusive.</param>
    /// <param name="Items">The places, in order.</param>
    /// <param name="Next">Always null: there are no further pages.</param>
    /// <example>{"ranking":"games","window":"day","from":"2027-03-24T03:00:00Z","until":"2027-03-25T03:00:00Z","items":[{"place":1,"id":3,"name":"두산 베어스 vs LG 트윈스","points":412}],"next":null}</example>
    public sealed record RankingAnswer(string Ranking, string Window, DateTime From, DateTime Until, IReadOnlyList<RankingPlace> Items, string? Next);

    /// <summary>Handles the request.</summary>
    public static async Task<Results<Ok<RankingAnswer>, Problem>> Handle(
        [Description("Name of the ranking: `games` by reserved seats, `products` by ordered units, `posts` by likes, `fans` by posts and comments.")] string ranking,
        [Description("Length of the window, which ends at the last count."), WindowName] string window,
        [Description("Only things of this team; omitted for all.")] long? teamId,
        [Limit] int? limit, RankingBoards boards, CancellationToken cancellation)
    {
        var length = RankingWindow.Of(window)!;
        if (!boards.Has(ranking))
            return RankingsProblems.NoSuchRanking;
        if (teamId is < 1)
            return CatalogProblems.NoSuchTeam;

        if (await boards.FindAsync(CountRankings.FieldOf(ranking, length), cancellation) is not { } board)
            return Problems.Busy;
        if (!board.Teams.TryGetValue(teamId ?? RankingBoard.Whole, out var places))
            return CatalogProblems.NoSuchTeam;
        return TypedResults.Ok(new RankingAnswer(ranking, length.Name, board.From, board.Until, [.. places.Take(limit ?? places.Count)], Next: null));
    }
}
