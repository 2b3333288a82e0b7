using Dugout.Load.Checks;
using Dugout.Load.Checks.Histories;
using Dugout.Load.Client;
using Xunit;

namespace Dugout.Unit.Tests.Checks;

/// <summary>Each rule of the coupons' check, passed and violated.</summary>
public sealed class CouponConsistencyTests
{
    private static readonly DateTime Began = new(2027, 4, 1, 2, 0, 0, DateTimeKind.Utc);
    private static readonly DateTimeOffset Later = new(2028, 1, 1, 0, 0, 0, TimeSpan.Zero);

    private readonly CouponLog _log = new();

    [Fact]
    public void Acknowledged_writes_and_rows_agree()
    {
        Claim(account: 1, Given(7));
        Claim(account: 1, Rejected("already-claimed"));
        Claim(account: 2, Rejected("sold-out"));
        Claim(account: 3, Lost(), Given(8));
        Claim(account: 4, Lost());
        Claim(account: 5, Shed());

        Assert.All(Findings(Row(7, account: 1), Row(8, account: 3), Row(9, account: 4), Row(5, account: 2) with { ClaimedAt = Began.AddDays(-1), Campaign = 2 }), finding => Assert.Empty(finding.Differences));
    }

    [Theory]
    [InlineData(2, 1, 10, "coupon 7 of campaign 10 was acknowledged to account 1 and is not a row of it")]
    [InlineData(1, 1, 11, "coupon 7 of campaign 10 was acknowledged to account 1 and is not a row of it")]
    [InlineData(1, 2, 10, "coupon 7 of campaign 10 was acknowledged to account 1 and is not a row of it")]
    public void An_acknowledged_coupon_must_be_a_row_of_its_fan_and_campaign(int times, long account, long campaign, string says)
    {
        Claim(account: 1, Given(7));

        var rows = times == 1 ? new[] { Row(7, account) with { Campaign = campaign } } : [];

        Assert.Contains(says, Findings(rows)[0].Differences);
    }

    [Fact]
    public void One_coupon_is_acknowledged_once()
    {
        Claim(account: 1, Given(7));
        Claim(account: 1, Given(7));

        Assert.Equal(["coupon 7 was acknowledged 2 times"], Findings(Row(7, account: 1))[1].Differences);
    }

    [Fact]
    public void An_unacknowledged_coupon_is_found()
    {
        Claim(account: 1, Shed());

        Assert.Equal(["coupon 7 of campaign 10 is account 1's and was never acknowledged"], Findings(Row(7, account: 1))[2].Differences);
    }

    [Fact]
    public void An_already_claimed_error_needs_a_coupon()
    {
        Claim(account: 1, Rejected("already-claimed"));

        Assert.Equal(["account 1 has no coupon of campaign 10, and its claim was rejected as already-claimed"], Findings()[3].Differences);
    }

    [Fact]
    public void An_error_after_a_lost_response_decides_nothing()
    {
        Claim(account: 1, Lost(), Rejected("sold-out"));

        Assert.All(Findings(Row(7, account: 1)), finding => Assert.Empty(finding.Differences));
    }

    private IReadOnlyList<Finding> Findings(params CouponRow[] rows) => CouponConsistency.Of(_log.Read(), rows, Began);

    private void Claim(long account, params ShopResponse<Coupon>[] responses)
    {
        var claim = _log.Claim(account, campaign: 10);
        foreach (var response in responses) claim.RecordResponse(response);
    }

    private static CouponRow Row(long id, long account) => new(id, 10, account, Began.AddSeconds(1));

    private static ShopResponse<Coupon> Given(long id) => new(Outcome.Ok, "201", "", 0, new Coupon(id, 10, 1_000, 10_000, Later), EffectUnknown: false);

    private static ShopResponse<Coupon> Rejected(string code) => new(Outcome.Rejected, code, "", 0, null, EffectUnknown: false);

    private static ShopResponse<Coupon> Shed() => new(Outcome.Shed, "busy", "", 0, null, EffectUnknown: false);

    private static ShopResponse<Coupon> Lost() => new(Outcome.TimeOut, "timeout", "", 0, null, EffectUnknown: true);
}
