namespace Dugout.Load.Client;

/// <summary>A calendar month, written <c>2027-04</c>. A game belongs to the month of its start in Korea.</summary>
internal readonly record struct Month(int Year, int Number)
{
    private static readonly TimeSpan Korea = TimeSpan.FromHours(9);

    /// <summary>Whether this moment lies in the month, in Korean time.</summary>
    public bool Contains(DateTimeOffset moment) => moment.ToOffset(Korea) is var there && there.Year == Year && there.Month == Number;

    public override string ToString() => FormattableString.Invariant($"{Year:0000}-{Number:00}");
}
