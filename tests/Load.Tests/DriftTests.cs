using Dugout.Load.Results;
using Xunit;

namespace Dugout.Load.Tests;

public sealed class DriftTests
{
    private static readonly Dictionary<string, long> First = new() { ["accounts"] = 1_000, ["posts"] = 200_000, ["orders"] = 0 };

    [Fact]
    public void The_same_counts_are_the_same_data_in_whatever_order()
    {
        Assert.Null(Drift.Of(First, new Dictionary<string, long>(First)));
        Assert.Null(Drift.Of(First, First.Reverse().ToDictionary()));
    }

    [Fact]
    public void A_row_more_or_less_is_another_set_and_named_with_both_counts()
    {
        var more = new Dictionary<string, long>(First) { ["posts"] = 350_000, ["accounts"] = 999 };

        Assert.Equal("the data differ from those of the first trial on this volume: accounts has 999 rows and had 1,000, posts has 350,000 rows and had 200,000", Drift.Of(First, more));
    }

    [Fact]
    public void A_table_that_one_lacks_counts_as_empty()
    {
        Assert.Equal("the data differ from those of the first trial on this volume: talk_posts has 5 rows and had 0", Drift.Of(First, new Dictionary<string, long>(First) { ["talk_posts"] = 5 }));
        Assert.Null(Drift.Of(First, new Dictionary<string, long>(First) { ["talk_posts"] = 0 }));
    }

    [Fact]
    public void Missing_counts_show_no_drift()
    {
        Assert.Null(Drift.Of(First, new Dictionary<string, long>()));
        Assert.Null(Drift.Of(new Dictionary<string, long>(), First));
    }

    [Fact]
    public void Counts_are_shown_without_empty_tables() => Assert.Equal("accounts 1,000, posts 200,000", Drift.InWords(First));
}
