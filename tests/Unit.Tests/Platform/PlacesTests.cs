using Xunit;

namespace Dugout.Unit.Tests.Platform;

/// <summary>Places in a history, as both engines write them.</summary>
public sealed class PlacesTests
{
    private const string One = "3e11fa47-71ca-11e1-9e33-c80aa9429562";
    private const string Two = "4e11fa47-71ca-11e1-9e33-c80aa9429562";

    [Theory]
    [InlineData("0-1-5", "0-1-5", true)]
    [InlineData("0-1-6", "0-1-5", true)]
    [InlineData("0-2-6", "0-1-5", true)] // another server took over
    [InlineData("0-1-4", "0-1-5", false)]
    [InlineData("0-1-9,1-1-4", "1-1-5", false)]
    [InlineData("0-1-9,1-1-5", "1-1-5", true)]
    [InlineData("", "0-1-1", false)]
    [InlineData("0-1-1", "", true)]
    public void MariaDB_positions_cover_by_number_per_domain(string reached, string place, bool covers) =>
        Assert.Equal(covers, new MariaDbReplication().Covers(reached, place));

    [Theory]
    [InlineData($"{One}:1-57", $"{One}:57", true)]
    [InlineData($"{One}:1-57", $"{One}:1-58", false)]
    [InlineData($"{One}:1-57:60-61", $"{One}:58", false)]
    [InlineData($"{One}:1-57:60-61", $"{One}:61", true)]
    [InlineData($"{One}:1-57,{Two}:1-3", $"{One}:1-50,{Two}:2", true)]
    [InlineData($"{One}:1-57", $"{Two}:1", false)]
    [InlineData("", $"{One}:1", false)]
    [InlineData($"{One}:1", "", true)]
    public void MySQL_positions_cover_by_set_per_server(string reached, string place, bool covers) =>
        Assert.Equal(covers, new MySqlReplication().Covers(reached, place));

    [Theory]
    [InlineData("0-1-5", true, false)]
    [InlineData($"{One}:1-57", false, true)]
    [InlineData($"{One}:1-57:60,{Two}:1", false, true)]
    [InlineData("", false, false)]
    [InlineData("0-1", false, false)]
    [InlineData("0-1-5,0-1-6", false, false)]
    [InlineData("0-1-99999999999999999999", false, false)]
    [InlineData("0-1-5' OR 1", false, false)]
    [InlineData("0-1-5\n", false, false)]
    [InlineData("٠-١-٥", false, false)]
    public void Only_a_GTID_position_is_accepted(string text, bool mariaDb, bool mySql) =>
        Assert.Equal((mariaDb, mySql), (new MariaDbReplication().IsPlace(text), new MySqlReplication().IsPlace(text)));

    /// <summary>The later a place of one history is, the greater its number, whichever servers and domains have written.</summary>
    [Theory]
    [InlineData("0-1-5", "0-1-6")]
    [InlineData("0-1-5,1-1-9", "0-1-6,1-1-9")]
    [InlineData("0-1-5,1-1-9", "0-1-5,1-1-10")]
    [InlineData("", "0-1-1")]
    public void MariaDB_positions_are_ordered(string earlier, string later) => Assert.True(new MariaDbReplication().Order(earlier) < new MariaDbReplication().Order(later));

    [Theory]
    [InlineData($"{One}:1-57", $"{One}:1-58")]
    [InlineData($"{One}:1-57:60-61", $"{One}:1-57:59-61")]
    [InlineData($"{One}:1-57", $"{One}:1-57,{Two}:1")]
    [InlineData($"{One}:1-57,{Two}:1-3", $"{One}:1-57,{Two}:1-4")]
    [InlineData("", $"{One}:1")]
    public void MySQL_positions_are_ordered(string earlier, string later) => Assert.True(new MySqlReplication().Order(earlier) < new MySqlReplication().Order(later));

    [Fact]
    public void MySQL_counts_the_transactions_of_a_position()
    {
        Assert.Equal(58, new MySqlReplication().Order($"{One}:1-57:60"));
        Assert.Equal(3, new MySqlReplication().Order($"{One}:10-12"));
    }
}
