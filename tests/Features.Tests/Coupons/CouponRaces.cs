using System.Data;
using System.Net;
using Dapper;
using Dugout.Infrastructure.Run;
using Dugout.Tests.Support;
using MySqlConnector;
using Xunit;

namespace Dugout.Features.Tests.Coupons;

/// <summary>Every limit of a campaign with everybody let go at once: over two API processes, and for every way to claim by its name.</summary>
public sealed class CouponRaces(Shop shop, Crowd crowd) : IClassFixture<Crowd>
{
    private const int Windows = 50;

    public static TheoryData<string> Ways { get; } = ["gate-and-counter", "conditional-counter", "row-a-unit"];

    [Fact]
    public async Task A_thousand_concurrent_fans_get_exactly_the_hundred_coupons()
    {
        var stand = await CouponStand.OpenAsync(shop, stock: 100);

        var answers = await stand.RushAsync(crowd.Fans, Crowd.Count, shop.Replicas);

        await stand.AssertGivenAwayAsync(answers, coupons: 100);
    }

    [Theory]
    [MemberData(nameof(Ways))]
    public async Task With_every_strategy_exactly_the_stock_is_claimed(string way)
    {
        await using var replicas = new TwoReplicas(shop, ("Coupons:Claim", way));
        var stand = await CouponStand.OpenAsync(shop, stock: 20);

        var answers = await stand.RushAsync(crowd.Fans, callers: 200, replicas.Http);

        await stand.AssertGivenAwayAsync(answers, coupons: 20);
    }

    [Theory]
    [MemberData(nameof(Ways))]
    public async Task With_every_strategy_fifty_concurrent_claims_of_one_fan_give_one_coupon(string way)
    {
        await using var replicas = new TwoReplicas(shop, ("Coupons:Claim", way));
        var stand = await CouponStand.OpenAsync(shop, stock: 2 * Windows);

        var answers = await Together.RunAsync(Windows, caller => stand.InsistAsync(crowd.Fans[0], replicas.Http[caller % 2]));

        Assert.Single(answers, answer => answer.Status == HttpStatusCode.Created);
        Assert.Equal(Windows - 1, answers.Count(answer => answer is { Status: HttpStatusCode.Conflict, Code: "already-claimed" }));
        await stand.AssertRowsAsync(1);
    }

    [Theory]
    [MemberData(nameof(Ways))]
    public async Task With_every_strategy_one_key_claims_once_and_all_repeats_get_its_response(string way)
    {
        await using var replicas = new TwoReplicas(shop, ("Coupons:Claim", way));
        var stand = await CouponStand.OpenAsync(shop, stock: 2);

        var answers = await Together.RunAsync(Windows, caller => stand.InsistAsync(crowd.Fans[1], replicas.Http[caller % 2], $"once-{way}"));

        Assert.All(answers, answer => Assert.Equal((HttpStatusCode.Created, answers[0].Body), (answer.Status, answer.Body)));
        await stand.AssertRowsAsync(1);
    }

    /// <summary>A claim that is under way is passed over by others, also at a replica that sells its first coupon of the campaign.</summary>
    [Fact]
    public async Task A_claim_does_not_wait_for_a_unit_locked_by_another_claim()
    {
        await using var replicas = new TwoReplicas(shop, ("Coupons:Claim", "row-a-unit"));
        var stand = await CouponStand.OpenAsync(shop, stock: 4);
        Assert.Equal(HttpStatusCode.Created, (await stand.ClaimAsync(crowd.Fans[0], replicas.Http[0])).Status);
        await using var taking = new MySqlConnection(shop.Servers.Primary(DatabaseAccount.App));
        await taking.OpenAsync(TestContext.Current.CancellationToken);
        await using var claim = await taking.BeginTransactionAsync(IsolationLevel.ReadCommitted, TestContext.Current.CancellationToken);
        await taking.ExecuteAsync("SELECT number FROM coupon_units WHERE campaign_id = @Id AND coupon_id IS NULL ORDER BY number LIMIT 1 FOR UPDATE", new { stand.Id }, claim);

        foreach (var (index, replica) in replicas.Http.Index())
            Assert.Equal(HttpStatusCode.Created, (await stand.ClaimAsync(crowd.Fans[1 + index], replica)).Status);

        await claim.RollbackAsync(TestContext.Current.CancellationToken);
        Assert.Equal("1,3,4", await shop.QueryAsync<string>(
            "SELECT GROUP_CONCAT(number ORDER BY number) FROM coupon_units WHERE campaign_id = @Id AND coupon_id IS NOT NULL", new { stand.Id }));
        await stand.AssertRowsAsync(3);
    }

    /// <summary>Now who has one is lost, now who is claiming, now both: more get as far as the primary, and no more get one.</summary>
    [Fact]
    public async Task While_Redis_keeps_losing_its_data_exactly_the_stock_is_claimed()
    {
        var stand = await CouponStand.OpenAsync(shop, stock: 30);
        using var over = new CancellationTokenSource();
        var forgetting = ForgetAsync(stand, over.Token);

        var answers = await stand.RushAsync(crowd.Fans, callers: 300, shop.Replicas);

        await over.CancelAsync();
        await forgetting;
        await stand.AssertGivenAwayAsync(answers, coupons: 30);
    }

    private static async Task ForgetAsync(CouponStand stand, CancellationToken over)
    {
        for (var turn = 0; !over.IsCancellationRequested; turn++)
        {
            await stand.ForgetAsync((turn % 3) switch { 0 => [stand.ClaimedKey], 1 => [stand.ClaimingKey], _ => [] });
            await Task.Delay(20, CancellationToken.None);
        }
    }
}
