namespace Dugout.Migrator.Seed;

/// <summary>
/// The schedule of a season: 720 games from April to October, 103 a month and 102 in the last, in which every team meets
/// every other 16 times, 8 times at home. No team plays and no stadium is used twice a day, and Mondays are free unless a
/// month has no other day left. A pure function of the year.
/// </summary>
internal static class Season
{
    /// <summary>One game; <paramref name="StartsAt"/> in UTC.</summary>
    public sealed record Fixture(League.Team Home, League.Team Away, DateTime StartsAt);

    private const int FirstMonth = 4;
    private const int Months = 7;
    private const int GamesAMonth = 103;
    private const int GamesADay = 5;
    private const int Meetings = 16;

    /// <summary>Returns all games in the order they start.</summary>
    public static IReadOnlyList<Fixture> Of(int year)
    {
        var pairings = Pairings();
        return [.. Enumerable.Range(0, Months).SelectMany(month =>
            Month(year, FirstMonth + month, pairings.Skip(month * GamesAMonth).Take(GamesAMonth)))];
    }

    /// <summary>Pairs the teams round after round by the circle method: one team stays fixed, the others rotate; home and away swap from one cycle to the next.</summary>
    private static List<(League.Team Home, League.Team Away)> Pairings()
    {
        var teams = League.Teams;
        var turning = teams.Count - 1;
        var pairings = new List<(League.Team, League.Team)>();
        for (var round = 0; round < Meetings * turning; round++)
        {
            var hostsFirst = round / turning % 2 == 0;
            for (var pair = 0; pair < teams.Count / 2; pair++)
            {
                var one = pair == 0 ? teams[turning] : teams[(round + pair) % turning];
                var other = teams[(round + turning - pair) % turning];
                pairings.Add(hostsFirst ? (one, other) : (other, one));
            }
        }

        return pairings;
    }

    private static IEnumerable<Fixture> Month(int year, int month, IEnumerable<(League.Team Home, League.Team Away)> pairings)
    {
        var days = Enumerable.Range(1, DateTime.DaysInMonth(year, month))
            .Select(day => new DateTime(year, month, day, 0, 0, 0, DateTimeKind.Utc))
            .OrderBy(day => day.DayOfWeek == DayOfWeek.Monday)
            .Select(day => (Date: day, Games: new List<(League.Team Home, League.Team Away)>()))
            .ToList();
        foreach (var pairing in pairings)
            days.First(day => Fits(pairing, day.Games)).Games.Add(pairing);
        return days.OrderBy(day => day.Date).SelectMany(day => day.Games
            .OrderBy(game => game.Home.Id)
            .Select(game => new Fixture(game.Home, game.Away, day.Date + FirstPitch(day.Date.DayOfWeek))));
    }

    private static bool Fits((League.Team Home, League.Team Away) game, List<(League.Team Home, League.Team Away)> others) =>
        others.Count < GamesADay && others.All(other =>
            other.Home.StadiumId != game.Home.StadiumId
            && other.Home != game.Home && other.Home != game.Away && other.Away != game.Home && other.Away != game.Away);

    /// <summary>Returns the start time in UTC: 18:30 in Korea on weekdays, 17:00 on Saturdays, 14:00 on Sundays.</summary>
    private static TimeSpan FirstPitch(DayOfWeek day) => day switch
    {
        DayOfWeek.Saturday => new(8, 0, 0),
        DayOfWeek.Sunday => new(5, 0, 0),
        _ => new(9, 30, 0),
    };
}
