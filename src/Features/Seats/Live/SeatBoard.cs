using System.Globalization;
using Dugout.Features.Catalog;

namespace Dugout.Features.Seats;

/// <summary>The seats of a game as one replica shows them. Scores are those of <see cref="SeatsRedisKeys.Seats"/>. Not safe for concurrent use.</summary>
internal sealed class SeatBoard(IReadOnlyList<CatalogQueries.GradeTerms> grades)
{
    private const int BitsASeat = 2;
    private const int SeatsAByte = 8 / BitsASeat;
    private static readonly long Sold = long.Parse(SeatAvailability.Sold, CultureInfo.InvariantCulture);
    private static readonly long Blocked = long.Parse(SeatAvailability.Blocked, CultureInfo.InvariantCulture);

    private readonly List<GradeSeats> _grades = [.. grades.Select(terms => new GradeSeats(terms.GradeId, new long[terms.Capacity], new byte[terms.Capacity]))];

    /// <summary>A seat with its new state.</summary>
    public readonly record struct Change(long GradeId, int Number, byte State);

    /// <summary>The seats of a grade, two bits each: 0 free, 1 held, 2 sold, 3 blocked. The lowest bits of the first byte are seat 1.</summary>
    public sealed record GradeSnapshot(long GradeId, int Capacity, byte[] Seats);

    private sealed record GradeSeats(long Id, long[] Scores, byte[] Shown);

    /// <summary>Records the score of one seat; 0 if it is free.</summary>
    public void Set(long gradeId, int number, long score)
    {
        if (_grades.Find(grade => grade.Id == gradeId) is { } grade && number >= 1 && number <= grade.Scores.Length)
            grade.Scores[number - 1] = score;
    }

    /// <summary>Replaces the scores of a grade; seats that are not listed are free.</summary>
    public void Replace(long gradeId, IEnumerable<(int Number, long Score)> seats)
    {
        if (_grades.Find(grade => grade.Id == gradeId) is { } grade)
            Array.Clear(grade.Scores);
        foreach (var (number, score) in seats)
            Set(gradeId, number, score);
    }

    /// <summary>Replaces the sold and blocked seats of a grade; holds stay until they expire.</summary>
    public void ReplaceClaims(long gradeId, IEnumerable<SeatsQueries.ClaimedSeat> claims)
    {
        if (_grades.Find(grade => grade.Id == gradeId) is { } grade)
            foreach (ref var score in grade.Scores.AsSpan())
                score = score >= Sold ? 0 : score;
        foreach (var claim in claims)
            Set(gradeId, claim.Number, claim.Sold > 0 ? Sold : Blocked);
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
    public IReadOnlyList<GradeSnapshot> Snapshot() => [.. _grades.Select(grade => new GradeSnapshot(grade.Id, grade.Shown.Length, Packed(grade.Shown)))];

    private static byte StateOf(long score, long now) => score switch
    {
        _ when score == Blocked => 3,
        _ when score == Sold => 2,
        _ when score > now => 1,
        _ => 0,
    };

    private static byte[] Packed(byte[] states)
    {
        var bytes = new byte[(states.Length + SeatsAByte - 1) / SeatsAByte];
        for (var index = 0; index < states.Length; index++)
            bytes[index / SeatsAByte] |= (byte)(states[index] << (index % SeatsAByte * BitsASeat));
        return bytes;
    }
}
