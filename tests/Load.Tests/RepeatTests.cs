using System.Collections.Concurrent;
using Dugout.Load.Results;
using Microsoft.AspNetCore.Http;
using Xunit;

namespace Dugout.Load.Tests;

public sealed class RepeatTests : IAsyncLifetime
{
    private readonly ConcurrentDictionary<string, int> _sends = new();
    private FakeShop _shop = null!;

    public async ValueTask InitializeAsync() => _shop = await FakeShop.StartAsync();

    public ValueTask DisposeAsync() => _shop.DisposeAsync();

    [Fact]
    public async Task A_reservation_with_an_unknown_outcome_is_retried_with_its_key_and_acknowledged()
    {
        // The first response for each key is lost, after the sale.
        _shop.Instead = async (step, context) => step == "9 reserve" && FirstTime(context) ? Lost(await _shop.ReserveAsync(context)) : null;

        var run = await LoadRun.Ticketing(_shop, "--out", Folder);

        Assert.Equal(0, run.Code);
        Assert.Equal(["10", "0", "0", "0"], run.Cells("9 reserve"));
        Assert.Contains("sales: 10 acknowledged", run.Output);
        Assert.Contains(" 0 unknown", run.Output);
        Assert.Equal(20, _shop.Requests["9 reserve"]);
        Assert.Equal(10, RecordFile.Read(Folder).Steps[^1].Repeats["failed 500"]);
    }

    [Fact]
    public async Task It_fails_when_no_retry_gets_a_response()
    {
        _shop.Instead = async (step, context) => step == "9 reserve" ? Lost(await _shop.ReserveAsync(context)) : null;

        var run = await LoadRun.Ticketing(_shop, "--out", Folder);

        Assert.Equal(1, run.Code);
        Assert.Equal(["0", "0", "0", "10"], run.Cells("9 reserve"));
        Assert.Equal(30, _shop.Requests["9 reserve"]);
        Assert.Contains("10 unknown", run.Output);
        Assert.Equal(20, RecordFile.Read(Folder).Steps[^1].Repeats["failed 500"]);
    }

    [Theory]
    [InlineData("1", 20)]
    [InlineData("60", 10)] // longer than a fan waits
    [InlineData(null, 10)]
    public async Task A_shed_request_is_retried_after_the_stated_delay(string? after, int asked)
    {
        _shop.Instead = (step, context) => Task.FromResult(step == "5 grades" && _shop.Requests[step] <= 10 ? Busy(context, after) : null);

        var run = await LoadRun.Ticketing(_shop);

        Assert.Equal(0, run.Code);
        Assert.Equal(asked == 20 ? ["10", "0", "0", "0"] : ["0", "0", "10", "0"], run.Cells("5 grades"));
        Assert.True(_shop.Requests["5 grades"] >= asked); // the check sends requests, too
    }

    [Fact]
    public async Task Retries_end_after_the_third_shed_response()
    {
        _shop.Instead = (step, context) => Task.FromResult(step == "6 grade" ? Busy(context, "0") : null);

        var run = await LoadRun.Ticketing(_shop);

        Assert.Equal(["0", "0", "10", "0"], run.Cells("6 grade"));
        Assert.Equal(30, _shop.Requests["6 grade"]);
    }

    [Theory]
    [InlineData("gateway", 10)] // a replica may have held the seats before it broke off
    [InlineData("api-1", 30)]
    public async Task A_shed_hold_is_retried_only_if_a_replica_had_no_effect(string speaker, int asked)
    {
        _shop.Instead = (step, context) =>
        {
            if (step != "8 hold") return Task.FromResult<IResult?>(null);
            context.Response.Headers["X-Served-By"] = speaker;
            return Task.FromResult(Busy(context, "0"));
        };

        await LoadRun.Ticketing(_shop);

        Assert.Equal(asked, _shop.Requests["8 hold"]);
    }

    [Fact]
    public async Task A_sign_in_without_a_response_before_the_measurement_is_retried()
    {
        var failed = 0;
        _shop.Instead = (step, _) => Task.FromResult(step == "1 sign in" && Interlocked.Exchange(ref failed, 1) == 0 ? FakeShop.Problem(502, "fault") : null);

        var run = await LoadRun.Ticketing(_shop);

        Assert.Equal((0, ""), (run.Code, run.Errors));
        Assert.Equal(4, _shop.Requests["1 sign in"]);
    }

    [Fact]
    public async Task An_aborted_run_ends_its_iterations_checks_and_writes_a_partial_record()
    {
        using var abort = new CancellationTokenSource();
        _shop.Instead = async (step, _) =>
        {
            if (step == "7 taken" && _shop.Requests[step] >= 5) await abort.CancelAsync();
            return null;
        };

        var run = await LoadRun.Of(_shop, abort.Token, "ticketing", "--rate", "20", "--seconds", "600", "--apphost", _shop.AppHostFile(), "--out", Folder);

        Assert.Equal(130, run.Code);
        Assert.Contains("result: aborted; the sale check passed, nothing failed", run.Output);
        Assert.Contains("aborted)", run.Output);
        var record = RecordFile.Read(Folder);
        Assert.Equal((true, false, 130), (record.Partial, record.IsComparable, record.ExitCode));
        Assert.NotEmpty(record.Findings);
        Assert.True(record.Iterations.Series.Started.Sum() < 600, "of twelve thousand");
    }

    [Fact]
    public async Task An_aborted_run_with_a_failed_check_reports_the_check()
    {
        using var abort = new CancellationTokenSource();
        _shop.Instead = async (step, _) =>
        {
            if (step == "9 reserve" && _shop.Requests[step] >= 5) await abort.CancelAsync();
            return null;
        };
        _shop.Rows = rows => [.. rows.Skip(1)];

        var run = await LoadRun.Of(_shop, abort.Token, "ticketing", "--rate", "20", "--seconds", "600", "--apphost", _shop.AppHostFile(), "--out", Folder);

        Assert.Equal(2, run.Code);
        var record = RecordFile.Read(Folder);
        Assert.Equal((true, 2), (record.Partial, record.ExitCode));
    }

    [Fact]
    public async Task A_run_aborted_before_the_measurement_measures_nothing()
    {
        using var abort = new CancellationTokenSource();
        _shop.Instead = async (step, _) =>
        {
            if (step == "1 sign in") await abort.CancelAsync();
            return null;
        };

        var run = await LoadRun.Of(_shop, abort.Token, "ticketing", "--accounts", "100", "--apphost", _shop.AppHostFile());

        Assert.Equal((130, "load: aborted before the measurement started, so nothing was measured"), (run.Code, run.Errors.TrimEnd()));
    }

    private string Folder => Path.Combine(_shop.Folder, "record");

    /// <summary>Whether this key is seen for the first time.</summary>
    private bool FirstTime(HttpContext context) => _sends.AddOrUpdate(context.Request.Headers["Idempotency-Key"].Single()!, 1, (_, before) => before + 1) == 1;

    private static IResult Lost(IResult sold) => sold is null ? throw new InvalidOperationException("nothing was sold") : TypedResults.StatusCode(500);

    private static IResult? Busy(HttpContext context, string? after)
    {
        if (after is not null) context.Response.Headers.RetryAfter = after;
        return FakeShop.Problem(503, "busy");
    }
}
