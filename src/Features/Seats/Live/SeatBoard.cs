using System.Globalization;
using Dugout.Features.Catalog;

namespace Dugout.Features.Seats;

/// <summary>The seats of a game as one replica shows them. Scores are those of <see cref="SeatsRedisKeys.Seats"/>. Not safe for concurrent use.</summary>
internal sealed class SeatBoard(IReadOnlyList<CatalogQueries.GradeTerms> grades)
{
    private static readonly long Sold = long.Parse(SeatAvailability.Sold, CultureInfo.InvariantCulture);
    private static readonly long Blocked = long.Parse(SeatAvailability.Blocked, CultureInfo.InvariantCulture);

    private readonly List<GradeSeats> _grades =
        [.. grades.Select(terms => new GradeSeats(terms.GradeId, new long[terms.Capacity], new SeatsQueries.SeatStatus[terms.Capacity]))];

    /// <summary>A seat with its new state.</summary>
    public readonly record struct Change(long GradeId, int Number, SeatsQueries.SeatStatus State);

    /// <summary>The seats of a grade, as <see cref="SeatsQueries.Packed"/> has them.</summary>
    public sealed record GradeSnapshot(long GradeId, int Capacity, byte[] Seats);

    /// <summary>Records the score of one seat; 0 if it is free.</summary>
    public void Set(long gradeId, int number, long score) => Of(gradeId)?.Set(number, score);

    /// <summary>Replaces the scores of a grade; seats that are not listed are free.</summary>
    public void Replace(long gradeId, IEnumerable<(int Number, long Score)> seats)
    {
        if (Of(gradeId) is not { } grade)
            return;
        Array.Clear(grade.Scores);
        foreach (var (number, score) in seats)
            grade.Set(number, score);
    }

    /// <summary>Replaces the sold and blocked seats of a grade; holds stay until they expire.</summary>
    public void ReplaceClaims(long gradeId, IEnumerable<SeatsQueries.ClaimedSeat> claims)
    {
        if (Of(gradeId) is not { } grade)
            return;
        foreach (ref var score in grade.Scores.AsSpan())
            score = score >= Sold ? 0 : score;
        foreach (var claim in claims)
            grade.Set(claim.Number, claim.Sold > 0 ? Sold : Blocked);
    }

    /// <summary>Returns the seats that changed since the last call, including holds that have expired by <paramref name="now"/>, Unix milliseconds.</summary>
    public List<Change> TakeChanges(long now)
    {
        var changes = new List<Change>();
        foreach (var grade in _grades)
            for (var index = 0; index < grade.Scores.Length; index++)
                if (StateOf(grade.Scores[index], now) is var state && state != grade.Shown[index])
                    changes.Add(new(grade.Id, index + 1, grade.Shown[index] = state));
        return changes;
    }

    /// <summary>All seats as of the last call of <see cref="TakeChanges"/>.</summary>
    public IReadOnlyList<GradeSnapshot> Snapshot() => [.. _grades.Select(grade => new GradeSnapshot(grade.Id, grade.Shown.Length, SeatsQueries.Packed(grade.Shown)))];

    private GradeSeats? Of(long gradeId) => _grades.Find(grade => grade.Id == gradeId);

    private static SeatsQueries.SeatStatus StateOf(long score, long now) => score switch
    {
        _ when score == Blocked => SeatsQueries.SeatStatus.Blocked,
        _ when score == Sold => SeatsQueries.SeatStatus.Sold,
        _ when score > now => SeatsQueries.SeatStatus.Held,
        _ => SeatsQueries.SeatStatus.Free,
    };

    private sealed record GradeSeats(long Id, long[] Scores, SeatsQueries.SeatStatus[] Shown)
    {
        /// <summary>Members of Redis that are no seats are ignored.</summary>
        public void Set(int number, long score)
        {
            if (number >= 1 && number <= Scores.Length)
                Scores[number - 1] = score;
        }
    }
}
