using Dugout.Migrator.Seed;
using Xunit;

namespace Dugout.Migrator.Tests;

public sealed class SeasonTests
{
    public static TheoryData<int> Years { get; } = [2026, 2027, 2028, 2031, 2050];

    [Theory]
    [MemberData(nameof(Years))]
    public void A_season_has_103_games_a_month_and_102_in_the_last(int year)
    {
        var months = Season.Of(year).GroupBy(game => game.StartsAt.Month).Select(month => (month.Key, month.Count()));

        Assert.Equal([(4, 103), (5, 103), (6, 103), (7, 103), (8, 103), (9, 103), (10, 102)], months);
    }

    [Theory]
    [MemberData(nameof(Years))]
    public void Every_team_meets_every_other_16_times_half_of_them_at_home(int year)
    {
        var meetings = Season.Of(year).GroupBy(game => (game.Home.Id, game.Away.Id)).ToDictionary(pair => pair.Key, pair => pair.Count());

        Assert.Equal(90, meetings.Count);
        Assert.All(meetings.Values, count => Assert.Equal(8, count));
    }

    [Theory]
    [MemberData(nameof(Years))]
    public void No_team_plays_and_no_stadium_is_used_twice_a_day(int year)
    {
        foreach (var day in Season.Of(year).GroupBy(game => game.StartsAt.Date))
        {
            Assert.InRange(day.Count(), 1, 5);
            Assert.Distinct(day.SelectMany(game => new[] { game.Home.Id, game.Away.Id }));
            Assert.Distinct(day.Select(game => game.Home.StadiumId));
        }
    }

    [Theory]
    [MemberData(nameof(Years))]
    public void Hardly_a_game_is_played_on_a_Monday(int year) =>
        Assert.InRange(Season.Of(year).Count(game => game.StartsAt.DayOfWeek == DayOfWeek.Monday), 0, 5);

    [Fact]
    public void Games_come_in_the_order_they_start_and_the_same_every_time()
    {
        var games = Season.Of(2027);

        Assert.Equal(games.Select(game => game.StartsAt).Order(), games.Select(game => game.StartsAt));
        Assert.Equal(games, Season.Of(2027));
    }

    [Theory]
    [InlineData("2026-11-21", 2027)]
    [InlineData("2027-03-31", 2027)]
    [InlineData("2027-04-01", 2028)]
    public void The_next_season_is_the_one_that_has_not_begun(string today, int season) =>
        Assert.Equal(season, new SeedOptions(0, null, DateTime.Parse(today, System.Globalization.CultureInfo.InvariantCulture)).NextSeason);
}
