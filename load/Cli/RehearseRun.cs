using Dugout.Load.Exits;
using Dugout.Load.Rehearsals;
using Dugout.Load.Results;
using Dugout.Load.ScenarioRuns;

namespace Dugout.Load.Cli;

/// <summary>The options of a rehearsal.</summary>
internal sealed record RehearseOptions
{
    /// <summary>All fans.</summary>
    public required int Fans { get; init; }

    /// <summary>Seats on sale.</summary>
    public required int Seats { get; init; }

    /// <summary>Minutes over which fans arrive, before the opening and after it; and within which all seats are to be sold.</summary>
    public required int Minutes { get; init; }

    /// <summary>The percentage of fans who arrive before the opening.</summary>
    public required int EarlyPercent { get; init; }

    /// <summary>The sale, without its arrivals and replicas.</summary>
    public required RehearsedSale Sale { get; init; }

    /// <summary>API replicas; null for as many as were measured.</summary>
    public required int? Replicas { get; init; }

    /// <summary>Records of the runs to fit the model to, or their folders; empty for the published ones.</summary>
    public required IReadOnlyList<string> From { get; init; }

    /// <summary>Records of the runs to predict instead of a rehearsal.</summary>
    public required IReadOnlyList<string> Check { get; init; }
}

/// <summary>Simulates the opening of a sale on a model fitted to measured runs, or compares the model with runs that it was not fitted to.</summary>
internal sealed class RehearseRun(RehearseOptions options, CommandContext context)
{
    /// <summary>The command's name.</summary>
    public const string Name = "rehearse";

    /// <summary>The published records to which the model is fitted. Those beside them, <c>unseen-*.json</c>, check it.</summary>
    public const string Fitted = "fit-*.json";

    /// <summary>The folder of the published records.</summary>
    public static string Published { get; } = Path.Combine(Circumstances.Checkout, "load", "published", "rehearsal");

    /// <summary>Runs and returns the exit code.</summary>
    /// <exception cref="UsageException">A record cannot be read or used.</exception>
    public async Task<int> RunAsync()
    {
        var records = Records();
        var fitted = records.Select(RecordFile.Read).ToList();
        var model = RehearsalModel.Fit(fitted);
        await PrintAsync($"model, fitted to {fitted.Count} runs of {Scenarios.OpeningMinute.Name}");
        foreach (var (record, run) in records.Zip(fitted)) await PrintAsync($"  {Path.GetFileName(record)}, {RehearsalTable.Of(run)}");
        foreach (var line in RehearsalTable.Of(model)) await PrintAsync(line);
        await PrintAsync("");
        return options.Check.Count > 0 ? await CheckAsync(model, fitted) : await RehearseAsync(model);
    }

    private async Task<int> RehearseAsync(RehearsalModel model)
    {
        var sale = options.Sale with
        {
            Arrivals = RehearsedSale.ArrivalsOf(options.Fans, options.EarlyPercent, options.Minutes, options.Sale.Seed),
            Replicas = options.Replicas ?? model.Replicas,
        };
        await PrintAsync($"{Name}: {options.Fans} fans for {sale.Seats} seats, {options.EarlyPercent} % of them in {options.Minutes} minutes before the opening, the others in {options.Minutes} after it; {(sale.HasRoom ? $"admitted at {sale.MinRate} to {sale.MaxRate} a second" : "no waiting room")}, {sale.Replicas} replicas, {sale.AbandonPercent} % of the holds abandoned, seed {sale.Seed}");
        foreach (var line in RehearsalTable.Of(Rehearsal.Run(model, sale), sale)) await PrintAsync(line);
        await PrintAsync(RehearsalTable.Of(ReplicaNeed.Of(model, sale, 60.0 * options.Minutes), options.Minutes));
        return ExitCode.Good;
    }

    private async Task<int> CheckAsync(RehearsalModel model, List<RunRecord> fitted)
    {
        var predictions = options.Check.Select(record => Prediction.Of(model, fitted, RecordFile.Read(record))).ToList();
        await PrintAsync(RehearsalTable.Heading);
        foreach (var line in predictions.SelectMany(RehearsalTable.Of)) await PrintAsync(line);
        return predictions.All(prediction => prediction.Passed) ? ExitCode.Good : ExitCode.CheckFailed;
    }

    private IReadOnlyList<string> Records()
    {
        if (options.From.Count > 0) return options.From;
        var published = Directory.Exists(Published) ? Directory.GetFiles(Published, Fitted) : [];
        if (published.Length == 0) throw new UsageException($"there is no record in {Published}: name some with --from");
        return [.. published.Order(StringComparer.Ordinal)];
    }

    private Task PrintAsync(string line) => context.Output.WriteLineAsync(line);
}
