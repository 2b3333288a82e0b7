using System.Globalization;
using Dugout.Load.Cli;
using Dugout.Load.Rehearsals;
using Dugout.Load.Results;
using Dugout.Tests.Support;
using Xunit;

namespace Dugout.Load.Tests.Rehearsals;

/// <summary>The command: what it prints, and when it fails.</summary>
public sealed class RehearseCommandTests : IAsyncLifetime
{
    private readonly TestFolder _folder = new();
    private FakeShop _shop = null!;

    /// <summary>The published records of runs to which the model is not fitted.</summary>
    public static TheoryData<string> Unseen => new(Published("unseen-*.json").Select(file => Path.GetFileName(file)));

    public async ValueTask InitializeAsync() => _shop = await FakeShop.StartAsync();

    public async ValueTask DisposeAsync()
    {
        await _shop.DisposeAsync();
        _folder.Dispose();
    }

    [Fact]
    public async Task A_rehearsal_prints_the_model_the_sale_and_the_replicas()
    {
        var run = await RehearseAsync("--fans", "3000", "--seats", "1000", "--minutes", "2", "--min-rate", "20", "--max-rate", "20", "--abandon", "0");

        Assert.Equal((0, ""), (run.Code, run.Errors));
        foreach (var line in (string[])["carried    30.0 purchases a second by 2 API replicas", "sold out   ", "seats      0 left of 1000", "number ", "replicas   2 are needed", "until the primary is the limit at 80.0"])
            Assert.Contains(line, run.Output, StringComparison.Ordinal);
        Assert.Empty(_shop.Requests);
    }

    [Fact]
    public async Task The_same_seed_prints_the_same()
    {
        string[] args = ["--fans", "500", "--seats", "50", "--minutes", "1", "--seed", "7"];

        var (one, same) = (await RehearseAsync(args), await RehearseAsync(args));

        Assert.Equal(one.Output, same.Output);
    }

    [Fact]
    public async Task A_run_that_the_model_was_fitted_to_cannot_check_it()
    {
        var run = await RehearseAsync("--check", Written(Openings.Quiet));

        Assert.Equal(64, run.Code);
        Assert.Contains("the model was fitted to the run of 2026-12-02 00:00:00", run.Errors, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData(1.0, 1.0, 0)]
    [InlineData(1.12, 1.12, 0)]
    [InlineData(1.25, 1.0, 2)]
    [InlineData(0.8, 1.0, 2)]
    [InlineData(1.0, 1.25, 2)]
    [InlineData(null, 1.12, 0)]
    [InlineData(null, 1.25, 2)]
    public async Task A_prediction_that_is_off_by_more_than_15_percent_is_2(double? soldOut, double nineTenths, int code)
    {
        var unseen = Openings.Quiet with { BeganAt = Openings.Quiet.BeganAt.AddDays(7) };
        var predicted = Prediction.Of(RehearsalModel.Fit([Openings.Saturated, Openings.Quiet]), [], unseen);
        unseen = unseen with
        {
            Opening = unseen.Opening! with { SoldOutAfterSeconds = predicted.SoldOut * soldOut, Goodput = unseen.Opening.Seats * OpeningRecord.Most / (predicted.NineTenths!.Value * nineTenths) },
        };

        var run = await RehearseAsync("--check", Written(unseen));

        Assert.Equal((code, ""), (run.Code, run.Errors));
        Assert.Equal(code != 0, run.Output.Contains("off by more than 15 %", StringComparison.Ordinal));
        Assert.Contains("wait p50", run.Output, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_sale_that_sold_out_unlike_predicted_is_2()
    {
        var unseen = Openings.Quiet with { BeganAt = Openings.Quiet.BeganAt.AddDays(7) };

        var run = await RehearseAsync("--check", Written(unseen with { Opening = unseen.Opening! with { Seats = 10_000, SoldOutAfterSeconds = 20 } }));

        Assert.Equal(2, run.Code);
    }

    [Fact]
    public void The_published_runs_are_some_to_fit_and_some_to_check() =>
        Assert.True(Published(RehearseRun.Fitted).Length >= 3 && Published("unseen-*.json").Length >= 2, $"records are missing in {RehearseRun.Published}");

    [Theory]
    [MemberData(nameof(Unseen))]
    public void A_published_run_that_the_model_has_not_seen_is_predicted_within_15_percent(string unseen)
    {
        List<RunRecord> fitted = [.. Published(RehearseRun.Fitted).Select(RecordFile.Read)];

        var prediction = Prediction.Of(RehearsalModel.Fit(fitted), fitted, RecordFile.Read(Path.Combine(RehearseRun.Published, unseen)));

        Assert.True(prediction.Passed, $"nine tenths {prediction.NineTenthsError:P1}, sold out {prediction.SoldOutError:P1}");
    }

    private static string[] Published(string pattern) => Directory.Exists(RehearseRun.Published) ? [.. Directory.GetFiles(RehearseRun.Published, pattern).Order(StringComparer.Ordinal)] : [];

    private Task<LoadRun> RehearseAsync(params string[] args) => LoadRun.Of(_shop, [RehearseRun.Name, "--from", Written(Openings.Saturated), Written(Openings.Quiet), .. args]);

    private string Written(RunRecord record) => RecordFile.Write(Directory.CreateDirectory(Path.Combine(_folder.Path, record.BeganAt.ToString("yyyyMMdd", CultureInfo.InvariantCulture))).FullName, record);
}
