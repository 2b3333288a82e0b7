using Dugout.Load.Checks.Histories;

namespace Dugout.Load.Checks;

/// <summary>Compares the acknowledged writings of fans with the rows. A pure function of both.</summary>
internal static class WritingConsistency
{
    /// <summary>Everything acknowledged is a row, every row was acknowledged, and no row is there twice.</summary>
    /// <param name="writings">The writings of the run, after all have ended.</param>
    /// <param name="rows">What these accounts have written since shortly before the run, and all their likes.</param>
    /// <param name="since">When the run began, by the database's clock.</param>
    public static IReadOnlyList<Finding> Of(IReadOnlyCollection<Writing> writings, IReadOnlyCollection<WritingRow> rows, DateTime since)
    {
        var acknowledged = writings.Where(writing => writing.OperationResult == OperationResult.Ok).ToList();
        var byId = rows.Where(row => row.Id is not null).DistinctBy(row => (row.Kind, row.Id)).ToDictionary(row => (row.Kind, row.Id!.Value));
        var likes = rows.Where(row => row.Id is null).Select(KeyOf).ToHashSet();
        var acknowledgedIds = acknowledged.Where(writing => writing.Id is not null).Select(writing => (writing.Kind, writing.Id!.Value)).ToHashSet();
        // Texts are unique, so a text identifies the row whose response was lost; an account that likes a post twice has one like of it.
        var possible = writings.Where(writing => writing.OperationResult == OperationResult.Unknown || (writing.OperationResult == OperationResult.Ok && writing.Id is null)).Select(KeyOf).ToHashSet();
        return
        [
            new("Everything acknowledged as written is a row with its author, text and post",
            [
                .. acknowledged.Where(writing => writing.Id is { } id ? !byId.TryGetValue((writing.Kind, id), out var row) || KeyOf(row) != KeyOf(writing) : !likes.Contains(KeyOf(writing)))
                    .Select(writing => $"{InWords(writing.Kind, writing.Id, writing.Post)} was acknowledged to account {writing.Account} and has no such row"),
            ]),
            new("No row was acknowledged twice",
            [
                .. acknowledged.Where(writing => writing.Id is not null).GroupBy(writing => (writing.Kind, writing.Id)).Where(same => same.Count() > 1)
                    .Select(same => $"{InWords(same.Key.Kind, same.Key.Id, null)} was acknowledged {same.Count()} times"),
            ]),
            new("Everything written in the run was acknowledged, unless it got no response",
            [
                .. rows.Where(row => row.At >= since && !(row.Id is { } id && acknowledgedIds.Contains((row.Kind, id))) && !possible.Contains(KeyOf(row)))
                    .Select(row => $"{InWords(row.Kind, row.Id, row.Post)} is account {row.Account}'s and was never acknowledged"),
            ]),
            new("Nothing was written twice",
            [
                .. rows.Where(row => row.At >= since).GroupBy(KeyOf).Where(same => same.Count() > 1)
                    .Select(same => $"{InWords(same.Key.Kind, same.First().Id, same.Key.Post)} of account {same.Key.Account} is there {same.Count()} times"),
            ]),
        ];
    }

    private static (WritingKind Kind, long Account, long? Post, string Text) KeyOf(Writing writing) => (writing.Kind, writing.Account, writing.Post, writing.Text);

    private static (WritingKind Kind, long Account, long? Post, string Text) KeyOf(WritingRow row) => (row.Kind, row.Account, row.Post, row.Text);

    private static string InWords(WritingKind kind, long? id, long? post)
    {
        var what = kind switch
        {
            WritingKind.Post => "post",
            WritingKind.Like => "a like",
            WritingKind.Comment => "comment",
            WritingKind.TalkPost => "talk post",
            WritingKind.TalkLike => "a talk like",
            _ => "talk comment",
        };
        return $"{what}{(id is { } known ? $" {known}" : "")}{(post is { } about ? $" of post {about}" : "")}";
    }
}
