using System.Text;
using FsCheck;
using FsCheck.Fluent;
using Microsoft.AspNetCore.Http;
using Microsoft.Extensions.DependencyInjection;
using Xunit;

namespace Dugout.Unit.Tests.Platform;

public sealed class PagingTests
{
    private static readonly int[] Rows = [.. Enumerable.Range(1, 5)];

    [Fact]
    public void A_cursor_round_trips() => Prop.ForAll(
        ArbMap.Default.ArbFor<(long Key, long Id)>(),
        place => Cursor.TryRead(new Cursor(place.Key, place.Id).ToString(), out var read) && read == new Cursor(place.Key, place.Id)).QuickCheckThrowOnFailure();

    [Fact]
    public void The_text_of_a_cursor_is_stable() => Assert.Equal("AAAAAAAAAAEAAAAAAAAAAg", new Cursor(1, 2).ToString());

    [Fact]
    public void The_key_of_a_time_is_the_time()
    {
        var noon = new DateTime(2027, 4, 1, 12, 0, 0);

        Assert.Equal((noon, 7L), (Cursor.At(noon, 7).Time, Cursor.At(noon, 7).Id));
    }

    [Theory]
    [InlineData("")]
    [InlineData("x")]
    [InlineData("AAAAAAAAAAEAAAAAAAAAA")] // a character short of sixteen bytes
    [InlineData("AAAAAAAAAAEAAAAAAAAAAgAA")] // seventeen bytes and more
    [InlineData("AAAAAAAAAAEAAAAAAAA")] // fourteen
    [InlineData("AAAAAAAAAAE AAAAAAAAAA$")]
    public void An_invalid_cursor_is_rejected(string text)
    {
        Assert.False(Cursor.TryRead(text, out var read));
        Assert.Equal(default, read);
        Assert.NotNull(Cursor.ErrorOf(text, out var from));
        Assert.Null(from);
    }

    [Fact]
    public void A_cursor_with_an_impossible_time_is_rejected()
    {
        foreach (var key in (long[])[-1, DateTime.MaxValue.Ticks + 1])
            Assert.Equal(Field("after"), Refused(new Cursor(key, 1).ToString()));
        foreach (var key in (long[])[0, DateTime.MaxValue.Ticks])
        {
            Assert.Null(Cursor.ErrorOf(new Cursor(key, 1).ToString(), out var from));
            Assert.Equal(new Cursor(key, 1), from);
        }
    }

    [Theory]
    [InlineData(null, true)]
    [InlineData(1, true)]
    [InlineData(100, true)]
    [InlineData(0, false)]
    [InlineData(-1, false)]
    [InlineData(101, false)]
    public void A_page_has_1_to_100_rows(int? limit, bool isGood) =>
        Assert.Equal(isGood, new LimitAttribute().IsValid(limit));

    [Theory]
    [InlineData(4, 4, true)]
    [InlineData(5, 5, false)]
    [InlineData(6, 5, false)]
    [InlineData(null, 5, false)]
    public void One_row_above_the_limit_means_that_another_page_follows(int? limit, int length, bool isFollowed)
    {
        var page = Page.Of(Rows, limit, row => new Cursor(10 * row, row));

        Assert.Equal(Rows[..length], page.Items);
        Assert.Equal(isFollowed ? new Cursor(10 * length, length).ToString() : null, page.Next);
    }

    [Fact]
    public void Without_a_further_row_there_is_no_next_page() => Assert.Null(Page.Of<int>([], 1, _ => default).Next);

    private static string? Refused(string? after) => Cursor.ErrorOf(after, out _) is { } refusal ? CommitPosition(refusal) : null;

    private static string Field(string name) => CommitPosition(Problem.InvalidField(name, "Give the value of next from an earlier response."));

    /// <summary>The body of a refusal, from its code on but for the trace.</summary>
    private static string CommitPosition(Problem refusal)
    {
        using var services = new ServiceCollection().AddSingleton<ErrorCounts>().BuildServiceProvider();
        using var body = new MemoryStream();
        var context = new DefaultHttpContext { RequestServices = services, TraceIdentifier = "trace", Response = { Body = body } };
        // Into memory, where nothing is waited for.
        Assert.True(refusal.ExecuteAsync(context).IsCompletedSuccessfully);
        return Encoding.UTF8.GetString(body.ToArray());
    }
}
