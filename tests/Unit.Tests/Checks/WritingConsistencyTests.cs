using Dugout.Load.Checks;
using Dugout.Load.Checks.Histories;
using Dugout.Load.Client;
using Xunit;

namespace Dugout.Unit.Tests.Checks;

/// <summary>Each rule of the writings' check, passed and violated.</summary>
public sealed class WritingConsistencyTests
{
    private static readonly DateTime Began = new(2027, 4, 1, 2, 0, 0, DateTimeKind.Utc);

    private readonly WritingLog _log = new();

    [Fact]
    public void Acknowledged_writes_and_rows_agree()
    {
        Post("a", Written(7));
        Post("b", Lost(), Written(8));
        Post("c", Lost());
        Post("d", Lost());
        Post("e", Shed());
        Like(Written(0));
        Like(Written(0));

        Assert.All(Findings(Row(7, "a"), Row(8, "b"), Row(9, "c"), LikeRow(), Row(5, "older") with { At = Began.AddSeconds(-30) }), finding => Assert.Empty(finding.Differences));
    }

    [Theory]
    [InlineData(1, "a", true)]
    [InlineData(1, "b", false)]
    [InlineData(2, "a", false)]
    public void Acknowledged_posts_are_stored_as_sent(long account, string text, bool isComment)
    {
        Post("a", Written(7));

        var findings = Findings(Row(7, text) with { Account = account, Kind = isComment ? WritingKind.Comment : WritingKind.Post, At = Began.AddSeconds(-1) });

        Assert.Equal(["post 7 was acknowledged to account 1 and has no such row"], findings[0].Differences);
    }

    [Fact]
    public void An_acknowledged_like_is_a_row_whenever_it_was_made()
    {
        Like(Written(0));

        Assert.Empty(Findings(LikeRow() with { At = Began.AddDays(-1) })[0].Differences);
        Assert.Equal(["a like of post 3 was acknowledged to account 1 and has no such row"], Findings()[0].Differences);
    }

    [Fact]
    public void One_row_is_acknowledged_once()
    {
        Post("a", Written(7));
        Post("b", Written(7));

        Assert.Equal(["post 7 was acknowledged 2 times"], Findings(Row(7, "a"))[1].Differences);
    }

    [Fact]
    public void Unacknowledged_rows_are_found()
    {
        Post("a", Shed());

        Assert.Equal(["post 7 is account 1's and was never acknowledged", "a like of post 3 is account 1's and was never acknowledged"], Findings(Row(7, "a"), LikeRow())[2].Differences);
    }

    [Fact]
    public void A_shed_repeat_after_a_lost_response_decides_nothing()
    {
        Post("a", Lost(), Shed());

        Assert.All(Findings(Row(7, "a")), finding => Assert.Empty(finding.Differences));
    }

    [Fact]
    public void Two_requests_with_one_key_make_one_row()
    {
        Post("a", Lost(), Written(8));

        Assert.Equal(["post 7 of account 1 is there 2 times"], Findings(Row(7, "a"), Row(8, "a"))[3].Differences);
    }

    private IReadOnlyList<Finding> Findings(params WritingRow[] rows) => WritingConsistency.Of(_log.Read(), rows, Began);

    private void Post(string text, params ShopResponse<WrittenPost>[] responses)
    {
        var writing = _log.Begin(WritingKind.Post, account: 1, post: null, text);
        foreach (var response in responses) writing.RecordResponse(response, post => post.PostId);
    }

    private void Like(ShopResponse<WrittenPost> response) => _log.Begin(WritingKind.Like, account: 1, post: 3, "").RecordResponse(response, _ => null);

    private static WritingRow Row(long id, string text) => new(WritingKind.Post, id, 1, null, text, Began.AddSeconds(1));

    private static WritingRow LikeRow() => new(WritingKind.Like, null, 1, 3, "", Began.AddSeconds(1));

    private static ShopResponse<WrittenPost> Written(long id) => new(Outcome.Ok, "201", "", 0, new WrittenPost(id, default), EffectUnknown: false);

    private static ShopResponse<WrittenPost> Shed() => new(Outcome.Shed, "busy", "", 0, null, EffectUnknown: false);

    private static ShopResponse<WrittenPost> Lost() => new(Outcome.TimeOut, "timeout", "", 0, null, EffectUnknown: true);
}
