using Microsoft.AspNetCore.Http;
using Xunit;

namespace Dugout.Load.Tests;

public sealed class SaleCheckTests : IAsyncLifetime
{
    private FakeShop _shop = null!;

    public async ValueTask InitializeAsync() => _shop = await FakeShop.StartAsync();

    public ValueTask DisposeAsync() => _shop.DisposeAsync();

    [Fact]
    public async Task An_acknowledged_reservation_without_a_row_fails_the_check()
    {
        _shop.Rows = rows => [.. rows.Skip(1)];

        var run = await LoadRun.Ticketing(_shop);

        Assert.Equal(2, run.Code);
        Assert.Contains("FAILED  Every acknowledged reservation is a row with its seats", run.Output);
        Assert.Contains("was acknowledged and is not a row", run.Output);
        Assert.Matches(@"\nfailed: 1 of \d+ checks: Every acknowledged reservation is a row with its seats[^\n]*\nresult: the sale check FAILED", run.Output);
    }

    [Fact]
    public async Task A_seat_lost_to_another_account_fails_the_check()
    {
        _shop.Rows = rows => [.. rows.Select((row, i) => i > 0 ? row : row with { Seats = [.. row.Seats.Select(seat => seat with { Claimed = false })] })];

        var run = await LoadRun.Ticketing(_shop);

        Assert.Equal(2, run.Code);
        Assert.Contains("has lost seat", run.Output);
    }

    [Fact]
    public async Task A_row_with_another_price_fails_the_check()
    {
        _shop.Rows = rows => [.. rows.Select((row, i) => i > 0 ? row : row with { Total = row.Total + 1 })];

        Assert.Equal(2, (await LoadRun.Ticketing(_shop)).Code);
    }

    [Fact]
    public async Task An_unacknowledged_row_fails_the_check()
    {
        // The shop sells, and then returns a rejection.
        _shop.Instead = async (step, context) => step == "9 reserve" ? await SellAnd(context, FakeShop.Problem(409, "limit-reached")) : null;

        var run = await LoadRun.Ticketing(_shop);

        Assert.Equal(2, run.Code);
        Assert.Contains("FAILED  Every row of the run was acknowledged", run.Output);
        Assert.Contains("is a row that was never acknowledged", run.Output);
    }

    [Fact]
    public async Task A_sale_whose_outcome_is_unknown_is_named_and_no_difference()
    {
        // The shop sells, and then the response is lost.
        _shop.Instead = async (step, context) => step == "9 reserve" ? await SellAnd(context, TypedResults.StatusCode(500)) : null;

        var run = await LoadRun.Ticketing(_shop);

        Assert.Equal(1, run.Code);
        Assert.DoesNotContain("FAILED", run.Output);
        Assert.Contains("ended unknown (failed 500): reservation", run.Output);
        Assert.Contains("10 unknown", run.Output);
    }

    [Theory]
    [InlineData("gateway", 0)]
    [InlineData("api-1", 2)]
    public async Task A_shed_sale_is_unknown_only_when_the_gateway_speaks_for_a_replica(string speaker, int code)
    {
        _shop.Instead = async (step, context) =>
        {
            if (step != "9 reserve") return null;
            context.Response.Headers["X-Served-By"] = speaker;
            return await SellAnd(context, FakeShop.Problem(503, "busy"));
        };

        var run = await LoadRun.Ticketing(_shop);

        Assert.Equal(code, run.Code);
        Assert.Equal(["0", "0", "10", "0"], run.Cells("9 reserve"));
        Assert.Equal(code == 0, run.Output.Contains("note    and 5 more"));
    }

    [Fact]
    public async Task Remaining_seats_that_do_not_fit_the_rows_fail_the_check()
    {
        _shop.RemainingOff = -1;

        var run = await LoadRun.Ticketing(_shop);

        Assert.Equal(2, run.Code);
        Assert.Contains("FAILED  Remaining seats are capacity minus sold", run.Output);
    }

    [Fact]
    public async Task A_seat_sold_twice_fails_the_check()
    {
        _shop.SellsTwice = true;
        _shop.Capacity = 2;

        var run = await LoadRun.Of(_shop, "ticketing", "--rate", "200", "--seconds", "1", "--accounts", "3", "--apphost", _shop.AppHostFile());

        Assert.Equal(2, run.Code);
        Assert.Contains("FAILED  No seat was acknowledged to two reservations", run.Output);
    }

    [Fact]
    public async Task A_broken_rule_of_the_rows_fails_the_check()
    {
        _shop.Breaches = rule => rule.Sentence == "No seat of a game is sold twice" ? ["game_id 1, grade_id 11, number 5, times 2"] : [];

        var run = await LoadRun.Ticketing(_shop);

        Assert.Equal(2, run.Code);
        Assert.Contains("FAILED  No seat of a game is sold twice\n        game_id 1, grade_id 11, number 5, times 2", run.Output.ReplaceLineEndings("\n"));
    }

    private async Task<IResult> SellAnd(HttpContext context, IResult say)
    {
        var (account, hold) = await _shop.BuyerAsync(context);
        _shop.Reserve(account, hold);
        return say;
    }
}
