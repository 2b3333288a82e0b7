using System.Globalization;

namespace Dugout.Features.FanEvents;

/// <summary>Which events are asked for: everything but the page that changes the answer.</summary>
/// <param name="District">Those of one district; null for all.</param>
/// <param name="Category">Those of one category; null for all.</param>
/// <param name="From">Those that start on this day or later. Days are Korean.</param>
/// <param name="To">Those that start on this day or earlier; null for no end.</param>
internal sealed record EventFilter(string? District, string? Category, DateOnly From, DateOnly? To)
{
    private const string Day = "yyyy-MM-dd";
    private const int FirstYear = 2000;
    private const int LastYear = 2100;

    /// <summary>Korean days begin nine hours before those of UTC.</summary>
    private static readonly TimeSpan KoreanOffset = TimeSpan.FromHours(9);

    /// <summary>The first day, as a client writes it.</summary>
    public string FromDay => From.ToString(Day, CultureInfo.InvariantCulture);

    /// <summary>The last one; null for none.</summary>
    public string? ToDay => To?.ToString(Day, CultureInfo.InvariantCulture);

    /// <summary>The first moment of them, UTC.</summary>
    public DateTime Begin => BeginOf(From);

    /// <summary>The first moment after them, UTC; null for none.</summary>
    public DateTime? End => To is { } last ? BeginOf(last.AddDays(1)) : null;

    /// <summary>Whether it asks for one day. Of those there are as many with an answer as there are days with an event; of spans of days far more.</summary>
    public bool IsOfOneDay => From == To;

    /// <summary>Reads what a client wants of the list.</summary>
    /// <param name="district">The code of a district, if any.</param>
    /// <param name="category">The code of a category, if any.</param>
    /// <param name="from">The first day, if any; today where it is left out.</param>
    /// <param name="to">The last day, if any.</param>
    /// <param name="now">Says which day is today.</param>
    /// <param name="filter">What is asked for; without meaning where it is refused.</param>
    /// <returns>The refusal of what can't be read; null where all is well.</returns>
    public static Problem? ErrorOf(string? district, string? category, string? from, string? to, DateTimeOffset now, out EventFilter filter)
    {
        var first = DateOnly.FromDateTime(now.UtcDateTime + KoreanOffset);
        DateOnly? last = null;
        filter = new(district, category, first, last);
        if ((Labels.Districts.ErrorOf(district) ?? Labels.Categories.ErrorOf(category)) is { } unknown)
            return unknown;
        if (from is not null && !TryRead(from, out first))
            return Problem.InvalidField("from", "Give a day as 2027-04-01.");
        if (to is not null)
        {
            if (!TryRead(to, out var day))
                return Problem.InvalidField("to", "Give a day as 2027-04-01.");
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
