using System.Globalization;

namespace Dugout.Load.Tests;

/// <content>The games as the API shows them.</content>
internal sealed partial class FakeShop
{
    // Three games a month, ids such as 20270402; the first of each month is not on sale yet.
    private static IEnumerable<object> Games(string month) => month.StartsWith($"{Year}-", StringComparison.Ordinal)
        ? Enumerable.Range(1, 3).Select(day => Game(long.Parse(month.Replace("-", "", StringComparison.Ordinal), CultureInfo.InvariantCulture) * 100 + day, detail: false))
        : [];

    private static object Game(long id, bool detail)
    {
        var starts = new DateTimeOffset(Year, (int)(id / 100 % 100), (int)(id % 100), 9, 30, 0, TimeSpan.Zero);
        var opens = id % 100 == 1 ? starts.AddDays(-1) : DateTimeOffset.UnixEpoch;
        return detail
            ? new { id, title = $"game {id}", homeTeam = Named(1), awayTeam = Named(2), stadium = Named(1), startsAt = starts, saleOpensAt = opens, saleClosesAt = starts, seatsPerAccount = SeatsPerAccount }
            : new { id, title = $"game {id}", homeTeam = Named(1), awayTeam = Named(2), stadium = Named(1), startsAt = starts, saleOpensAt = opens, saleClosesAt = starts };
    }

    private static object Named(long id) => new { id, name = $"name {id}" };

    private static long[] Grades(long game) => [(game * 10) + 1, (game * 10) + 2];

    private static long Price(long grade) => grade % 10 * 10_000;
}
