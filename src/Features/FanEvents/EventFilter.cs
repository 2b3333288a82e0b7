using System.Globalization;

namespace Dugout.Features.FanEvents;

/// <summary>The filter of an event list: every parameter that affects the response, except the page.</summary>
/// <param name="District">Events of one district; null for all.</param>
/// <param name="Category">Events of one category; null for all.</param>
/// <param name="From">Events that start on this day or later. Days are Korean.</param>
/// <param name="To">Events that start on this day or earlier; null for no end.</param>
internal sealed record EventFilter(string? District, string? Category, DateOnly From, DateOnly? To)
{
    /// <summary>The format of a day, as a pattern.</summary>
    internal const string DayPattern = @"^\d{4}-\d{2}-\d{2}$";

    private const string Day = "yyyy-MM-dd";
    private const int FirstYear = 2000;
    private const int LastYear = 2100;

    /// <summary>Korean days begin nine hours before those of UTC.</summary>
    private static readonly TimeSpan KoreanOffset = TimeSpan.FromHours(9);

    /// <summary>The first day, in the format of requests.</summary>
    public string FromDay => From.ToString(Day, CultureInfo.InvariantCulture);

    /// <summary>The last day, in the format of requests; null for no end.</summary>
    public string? ToDay => To?.ToString(Day, CultureInfo.InvariantCulture);

    /// <summary>The first moment of the days, UTC.</summary>
    public DateTime Begin => BeginOf(From);

    /// <summary>The first moment after the days, UTC; null for no end.</summary>
    public DateTime? End => To is { } last ? BeginOf(last.AddDays(1)) : null;

    /// <summary>Whether the filter covers a single day. The number of days with events is bounded; the number of spans is much larger.</summary>
    public bool IsOfOneDay => From == To;

    /// <summary>Parses the filter parameters of a request.</summary>
    /// <param name="district">The code of a district, if any.</param>
    /// <param name="category">The code of a category, if any.</param>
    /// <param name="from">The first day, if any; default today.</param>
    /// <param name="to">The last day, if any.</param>
    /// <param name="now">The current time, which determines today.</param>
    /// <param name="filter">The parsed filter; undefined if an error is returned.</param>
    /// <returns>The error of an invalid parameter; null on success.</returns>
    public static Problem? ErrorOf(string? district, string? category, string? from, string? to, DateTimeOffset now, out EventFilter filter)
    {
        var first = DateOnly.FromDateTime(now.UtcDateTime + KoreanOffset);
        DateOnly? last = null;
        filter = new(district, category, first, last);
        if (from is not null && !TryRead(from, out first))
            return Problem.InvalidField("from", "Give a day such as 2027-04-01.");
        if (to is not null)
        {
            if (!TryRead(to, out var day))
                return Problem.InvalidField("to", "Give a day such as 2027-04-01.");
            if (day < first)
                return Problem.InvalidField("to", "Give a day that isn't before from, or before today where from is left out.");
            last = day;
        }

        filter = new(district, category, first, last);
        return null;
    }

    private static bool TryRead(string text, out DateOnly day) =>
        DateOnly.TryParseExact(text, Day, CultureInfo.InvariantCulture, DateTimeStyles.None, out day) && day.Year is >= FirstYear and <= LastYear;

    private static DateTime BeginOf(DateOnly day) => day.ToDateTime(TimeOnly.MinValue) - KoreanOffset;
}
