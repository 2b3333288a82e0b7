using Microsoft.AspNetCore.Http;
using Xunit;

namespace Dugout.Load.Tests;

public sealed class TicketingTests : IAsyncLifetime
{
    private FakeShop _shop = null!;

    public async ValueTask InitializeAsync() => _shop = await FakeShop.StartAsync();

    public ValueTask DisposeAsync() => _shop.DisposeAsync();

    [Fact]
    public async Task A_correct_shop_sells_in_every_iteration_and_the_check_passes()
    {
        var run = await LoadRun.Ticketing(_shop);

        Assert.Equal((0, ""), (run.Code, run.Errors));
        Assert.Equal(["10", "0", "0", "0"], run.Cells("9 reserve"));
        Assert.Equal(3, _shop.Requests["1 sign in"]);
        Assert.Equal(10, _shop.Requests["9 reserve"]);
        Assert.Contains("iterations: 10 of 10 started, 10 ok (0 found nothing left), 0 rejected, 0 shed, 0 failed", run.Output);
        Assert.Contains("sales: 10 acknowledged", run.Output);
        Assert.DoesNotContain("FAILED", run.Output);
        Assert.Matches(@"\n\n\d+ checks passed\nrecord: ", run.Output);
        Assert.Matches(@"result: the sale check passed, nothing failed - packages: NBomber \S+ \(.+\), MySqlConnector \S+ \(.+\)", run.Output);
    }

    [Fact]
    public async Task Each_iteration_signs_in_where_requested()
    {
        var run = await LoadRun.Ticketing(_shop, "--sign-in", "each");

        Assert.Equal(0, run.Code);
        Assert.Equal(11, _shop.Requests["1 sign in"]); // one looks around before the clock
        Assert.Equal(["10", "0", "0", "0"], run.Cells("1 sign in"));
    }

    [Fact]
    public async Task A_rejection_ends_its_iteration_and_is_counted_by_code_but_not_as_a_failure()
    {
        AtStep("8 hold", FakeShop.Problem(409, "seat-taken"));

        var run = await LoadRun.Ticketing(_shop);

        Assert.Equal(0, run.Code);
        Assert.Equal(["0", "10", "0", "0"], run.Cells("8 hold"));
        Assert.Contains("rejected seat-taken 10", run.Output);
        Assert.False(_shop.Requests.ContainsKey("9 reserve"));
    }

    [Theory]
    [InlineData(503, "busy")]
    [InlineData(429, "too-many-requests")]
    public async Task A_shop_that_sheds_is_no_failure(int status, string code)
    {
        AtStep("5 grades", FakeShop.Problem(status, code));

        var run = await LoadRun.Ticketing(_shop);

        Assert.Equal(0, run.Code);
        Assert.Equal(["0", "0", "10", "0"], run.Cells("5 grades"));
        Assert.Contains($"shed {code} 10", run.Output);
    }

    [Theory]
    [InlineData(500, "", "failed 500 10")]
    [InlineData(503, "", "failed 503 10")]
    [InlineData(409, "", "failed 409 10")]
    [InlineData(204, "", "failed 204 10")]
    [InlineData(400, "invalid", "failed 400 invalid 10")]
    [InlineData(401, "not-signed-in", "failed 401 not-signed-in 10")]
    public async Task Any_other_response_is_a_failure(int status, string code, string said)
    {
        AtStep("7 taken", code.Length == 0 ? TypedResults.StatusCode(status) : FakeShop.Problem(status, code));

        var run = await LoadRun.Ticketing(_shop);

        Assert.Equal(1, run.Code);
        Assert.Equal(["0", "0", "0", "10"], run.Cells("7 taken"));
        Assert.Contains(said, run.Output);
        Assert.Matches(@"failed: 7 taken: [^\n]*\nresult: the sale check passed, 10 iterations failed", run.Output);
    }

    [Fact]
    public async Task Failed_requests_are_named_although_the_checks_cannot_run()
    {
        AtStep("7 taken", TypedResults.StatusCode(500));
        _shop.Rows = _ => throw new TimeoutException("no response");

        var run = await LoadRun.Ticketing(_shop);

        Assert.Equal(69, run.Code);
        Assert.StartsWith("failed: 7 taken: 500", run.Output.TrimEnd().Split('\n')[^1], StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_hanging_shop_is_a_time_out()
    {
        _shop.Patience = TimeSpan.FromSeconds(1);
        _shop.Instead = async (step, context) =>
        {
            if (step == "6 grade") await Task.Delay(5_000, context.RequestAborted).ContinueWith(_ => { }, TaskScheduler.Default);
            return null;
        };

        var run = await LoadRun.Ticketing(_shop);

        Assert.Equal(1, run.Code);
        Assert.Contains("failed timeout 10", run.Output);
    }

    [Fact]
    public async Task A_sold_out_game_ends_the_iteration_without_failure()
    {
        _shop.Capacity = 0;
        AtStep("5 grades", TypedResults.Ok(new { items = new[] { new { gradeId = 1, name = "g", price = 1, capacity = 1, remaining = 0 } }, next = (string?)null }));

        var run = await LoadRun.Ticketing(_shop);

        Assert.Equal(0, run.Code);
        Assert.Contains("10 ok (10 found nothing left)", run.Output);
        Assert.Contains("nothing was sold", run.Output);
    }

    [Fact]
    public async Task An_account_that_cannot_sign_in_ends_the_run_before_the_measurement()
    {
        AtStep("1 sign in", FakeShop.Problem(401, "bad-credentials"));

        var run = await LoadRun.Ticketing(_shop);

        Assert.Equal(1, run.Code);
        Assert.Matches(@"^load: fan\d@dugout.test could not sign in: failed 401 bad-credentials", run.Errors);
        Assert.False(_shop.Requests.ContainsKey("9 reserve"));
    }

    private void AtStep(string step, IResult response) => _shop.Instead = (at, _) => Task.FromResult(at == step ? response : null);
}
