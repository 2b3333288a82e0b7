using Dugout.Features.Catalog;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Http.HttpResults;

namespace Dugout.Features.Rankings;

/// <summary>
/// A ranking over the last day, week or month, whole or of one team, the first place first. Anonymous access. It was counted at <c>until</c>, mostly no longer
/// ago than a minute, and never longer than <see cref="RankingsOptions.StaleSeconds"/>. 200, 400 <c>invalid</c> for a window there isn't or a limit out of range,
/// 404 <c>no-such-ranking</c> or <c>no-such-team</c>, or 503 <c>busy</c> while nobody has counted it.
/// </summary>
public static class ShowRanking
{
    /// <summary>The response.</summary>
    /// <param name="Ranking">What is ranked.</param>
    /// <param name="Window">Over how long.</param>
    /// <param name="From">The first moment that counts, UTC.</param>
    /// <param name="Until">The first moment that doesn't, UTC: when it was counted.</param>
    /// <param name="Items">The places, the first one first.</param>
    /// <param name="Next">Null: there are no more.</param>
    public sealed record RankingAnswer(string Ranking, string Window, DateTime From, DateTime Until, IReadOnlyList<RankingPlace> Items, string? Next);

    /// <summary>Handles the request.</summary>
    public static async Task<Results<Ok<RankingAnswer>, Problem>> Handle(
        string ranking, string? window, long? teamId, int? limit, RankingBoards boards, CancellationToken cancellation)
    {
        if (!boards.Has(ranking))
            return RankingsProblems.NoSuchRanking;
        if (RankingWindow.Of(window) is not { } length)
            return Problem.InvalidField("window", $"Give one of {string.Join(", ", RankingWindow.All.Select(one => one.Name))}.");
        if (limit is < 1 or > Cursor.MaxLimit)
            return Problem.InvalidField("limit", $"Give 1 to {Cursor.MaxLimit}.");
        if (teamId is < 1)
            return CatalogProblems.NoSuchTeam;

        if (await boards.FindAsync(CountRankings.FieldOf(ranking, length), cancellation) is not { } board)
            return Problems.Busy;
        if (!board.Teams.TryGetValue(teamId ?? RankingBoard.Whole, out var places))
            return CatalogProblems.NoSuchTeam;
        return TypedResults.Ok(new RankingAnswer(ranking, length.Name, board.From, board.Until, [.. places.Take(limit ?? places.Count)], Next: null));
    }
}
