using Dugout.Load.Client;
using Dugout.Load.Results;
using Microsoft.AspNetCore.Http;
using Xunit;

namespace Dugout.Load.Tests;

/// <summary>What fans read and write, pushed at a shop by hand.</summary>
public sealed class FanScenarioTests : IAsyncLifetime
{
    private const string ThereAsWritten = "Everything acknowledged as written is a row with its author, text and post";

    private FakeShop _shop = null!;

    public async ValueTask InitializeAsync() => _shop = await FakeShop.StartAsync();

    public ValueTask DisposeAsync() => _shop.DisposeAsync();

    [Fact]
    public async Task A_feed_reader_reads_first_pages_a_deep_page_and_the_own_feed()
    {
        var record = await RunAsync("home-feed");

        Assert.Equal(["1 first page", "2 next page", "3 deep page", "4 my feed"], record.Steps.Select(step => step.Name));
        Assert.Equal((10, 6), (record.Iterations.Count(Outcome.Ok), _shop.Requests["follow"]));
        Assert.Equal(0, record.Settings.WritePercent);
        Assert.Null(record.Written);
    }

    [Fact]
    public async Task A_post_that_comes_between_two_pages_shifts_nothing()
    {
        APostComesBetweenPages();

        var record = await RunAsync("home-feed");

        Assert.Equal(10, record.Iterations.Count(Outcome.Ok));
    }

    [Fact]
    public async Task Offset_pages_repeat_a_post_under_writes_and_that_is_a_wrong_body()
    {
        _shop.PagesByOffset = true;
        APostComesBetweenPages();

        var run = await LoadRun.Of(_shop, "home-feed", "--rate", "10", "--seconds", "1", "--accounts", "3", "--apphost", _shop.AppHostFile());

        Assert.Equal(1, run.Code);
        // One came already when the deepest place was tried.
        Assert.Contains("on a page that begins behind post 42", run.Output, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Offset_pages_are_correct_without_writes()
    {
        _shop.PagesByOffset = true;

        Assert.Equal(10, (await RunAsync("home-feed")).Iterations.Count(Outcome.Ok));
    }

    [Fact]
    public async Task A_writer_sees_the_post_and_the_check_covers_every_write()
    {
        var record = await RunAsync("post-write");

        Assert.Equal(["5 picture", "6 post", "7 own post", "8 like", "9 comment"], record.Steps.Select(step => step.Name));
        Assert.Equal((10, new WrittenRecord(30, 0)), (record.Iterations.Count(Outcome.Ok), record.Written));
        Assert.Equal(100, record.Settings.WritePercent);
        Assert.Contains(record.Findings, finding => finding.Sentence == ThereAsWritten);
    }

    [Fact]
    public async Task An_acknowledged_write_without_a_row_fails_the_check()
    {
        _shop.WritingRows = rows => [.. rows.Skip(1)];

        var run = await LoadRun.Of(_shop, "post-write", "--rate", "2", "--seconds", "1", "--accounts", "3", "--apphost", _shop.AppHostFile());

        Assert.Equal(2, run.Code);
        Assert.Contains("and has no such row", run.Output, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_post_that_is_there_twice_fails_the_check()
    {
        _shop.WritingRows = rows => [.. rows, rows[0] with { Id = 99 }];

        var run = await LoadRun.Of(_shop, "post-write", "--rate", "2", "--seconds", "1", "--accounts", "3", "--apphost", _shop.AppHostFile());

        Assert.Equal(2, run.Code);
        Assert.Contains("is there 2 times", run.Output, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_post_without_a_response_is_retried_with_its_key_and_exists_once()
    {
        var isLost = true;
        _shop.Instead = async (step, context) =>
        {
            if (step != "6 post" || !isLost) return null;
            isLost = false;
            await _shop.WritePostAsync(context);
            return FakeShop.Problem(502, "fault");
        };

        var record = await RunAsync("post-write", "--rate", "1");

        Assert.Equal((2, 1), (_shop.Requests["6 post"], record.Steps.Single(step => step.Name == "6 post").Repeats.Values.Sum()));
    }

    [Fact]
    public async Task A_post_that_differs_from_the_written_one_is_a_wrong_body()
    {
        _shop.Instead = (step, context) => Task.FromResult<IResult?>(step == "6 post" ? _shop.WritePost(account: 1, "something else", [], [], []) : null);

        var run = await LoadRun.Of(_shop, "post-write", "--rate", "1", "--seconds", "1", "--accounts", "1", "--apphost", _shop.AppHostFile());

        Assert.Equal(2, run.Code);
        Assert.Contains("not the text or the time of the written post", run.Output, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_feed_without_posts_is_69()
    {
        (_shop.Posts, _shop.TalkPosts) = (0, 0);

        var feed = await LoadRun.Of(_shop, "home-feed", "--apphost", _shop.AppHostFile(), "--accounts", "2");
        var talk = await LoadRun.Of(_shop, "talk", "--apphost", _shop.AppHostFile(), "--accounts", "2");

        Assert.Equal((69, 69), (feed.Code, talk.Code));
        Assert.Contains("the feed has no posts", feed.Errors, StringComparison.Ordinal);
        Assert.Contains("the talk board has no posts", talk.Errors, StringComparison.Ordinal);
    }

    /// <summary>On every request for a page after the first.</summary>
    private void APostComesBetweenPages() => _shop.Instead = (step, context) =>
    {
        if (step == "feed" && context.Request.Query.ContainsKey("after")) _shop.WritePost(account: 99, "between", [], [], []);
        return Task.FromResult<IResult?>(null);
    };

    private Task<RunRecord> RunAsync(string scenario, params string[] more) => LoadRun.RecordAsync(_shop, scenario, more);
}
