namespace Dugout.Load.Tests;

/// <summary>Runs the program in this process, as <c>dotnet run</c> would, and keeps what it said.</summary>
internal sealed record LoadRun(int Code, string Output, string Errors)
{
    public static async Task<LoadRun> Of(FakeShop shop, params string[] args)
    {
        var output = new StringWriter();
        var errors = new StringWriter();
        var code = await new LoadCommand(new Surroundings
        {
            Output = TextWriter.Synchronized(output),
            Errors = errors,
            Watched = true,
            OpenRecords = _ => shop,
            Time = new BeforeTheSeason(),
            Patience = shop.Patience,
        }).RunAsync(args);
        return new LoadRun(code, output.ToString(), errors.ToString());
    }

    /// <summary>A short ticketing run: ten flows.</summary>
    public static Task<LoadRun> Ticketing(FakeShop shop, params string[] more) =>
        Of(shop, ["ticketing", "--rate", "10", "--seconds", "1", "--accounts", "3", "--apphost", shop.AppHostFile(), .. more]);

    /// <summary>A table line's cells up to the times: step, ok, refused, shed, failed.</summary>
    public string[] Cells(string step) =>
        [.. Output.Split('\n').Single(line => line.StartsWith(step, StringComparison.Ordinal) && !line.Contains(':', StringComparison.Ordinal))[step.Length..].Split(' ', StringSplitOptions.RemoveEmptyEntries).Take(4)];

    // The fake's season is fixed, so is the day on which it is sold.
    private sealed class BeforeTheSeason : TimeProvider
    {
        public override DateTimeOffset GetUtcNow() => new(2026, 11, 21, 0, 0, 0, TimeSpan.Zero);
    }
}
