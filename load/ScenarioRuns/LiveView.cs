using System.Globalization;
using Dugout.Load.Client;
using Dugout.Load.Measuring;
using Dugout.Load.Scenarios;
using Spectre.Console;
using Spectre.Console.Rendering;

namespace Dugout.Load.ScenarioRuns;

/// <summary>Draws the progress of a run on a terminal, once a second.</summary>
internal sealed class LiveView(Lab lab, IAnsiConsole screen)
{
    private static readonly TimeSpan Every = TimeSpan.FromSeconds(1);

    /// <summary>Draws until it is cancelled, and once more then.</summary>
    public Task RunAsync(CancellationToken ended) => screen.Live(LiveTable.Of(Now())).StartAsync(async live =>
    {
        using var timer = new PeriodicTimer(Every);
        try
        {
            while (await timer.WaitForNextTickAsync(ended)) Draw(Now());
        }
        catch (OperationCanceledException)
        {
            // The time counts from the first iteration, which may be up to a second after the beginning of the load.
            var last = Now();
            Draw(last.IsAborted || last.Elapsed > last.Planned ? last : last with { Elapsed = last.Planned });
        }

        void Draw(Moment moment)
        {
            live.UpdateTarget(LiveTable.Of(moment));
            live.Refresh();
        }
    });

    private Moment Now()
    {
        var (recorder, sends) = (lab.Recorder, lab.Sends.Seconds);
        var ended = Enum.GetValues<Outcome>().ToDictionary(outcome => outcome, recorder.Iterations.Count);
        return new Moment
        {
            Run = lab.Options.Name,
            Elapsed = recorder.Elapsed,
            Planned = TimeSpan.FromSeconds(lab.Options.Seconds),
            Started = ended.Values.Sum() + recorder.Flight.Now,
            InFlight = recorder.Flight.Now,
            Late = sends.Sum(second => second.Late),
            Dropped = sends.Sum(second => second.Dropped),
            Ended = ended,
            LastSecond = recorder.Iterations.LastSecond(),
            Rejections = [.. recorder.Iterations.Codes(Outcome.Rejected), .. recorder.Iterations.Codes(Outcome.Shed)],
            Acknowledged = lab.Tally.Acknowledged,
            Seats = lab.Tally.Seats,
            Unknown = lab.Tally.Unknown,
            IsAborted = lab.Aborted.IsCancellationRequested,
        };
    }
}

/// <summary>A run at one moment.</summary>
internal sealed record Moment
{
    public required string Run { get; init; }

    /// <summary>Time since the first iteration was due.</summary>
    public required TimeSpan Elapsed { get; init; }

    /// <summary>How long iterations are started.</summary>
    public required TimeSpan Planned { get; init; }

    public required int Started { get; init; }

    public required int InFlight { get; init; }

    /// <summary>Starts more than 1 ms after they were due.</summary>
    public required int Late { get; init; }

    /// <summary>Starts that did not happen, because too many iterations were in flight.</summary>
    public required int Dropped { get; init; }

    /// <summary>Iterations that ended, by outcome.</summary>
    public required IReadOnlyDictionary<Outcome, int> Ended { get; init; }

    /// <summary>The last completed second, of whole iterations.</summary>
    public required Second LastSecond { get; init; }

    /// <summary>The count of each rejection or shedding that ended an iteration.</summary>
    public required IReadOnlyList<KeyValuePair<string, int>> Rejections { get; init; }

    /// <summary>Acknowledged reservations, including those bought before the measurement.</summary>
    public required int Acknowledged { get; init; }

    /// <summary>Their seats.</summary>
    public required int Seats { get; init; }

    /// <summary>Reservations with an unknown outcome.</summary>
    public required int Unknown { get; init; }

    public required bool IsAborted { get; init; }
}

/// <summary>The drawing of a moment. A pure function of it.</summary>
internal static class LiveTable
{
    private const int BarWidth = 40;
    private const int RejectionsShown = 4;

    /// <summary>The picture: progress, rate, latency, outcomes of iterations, rejections, and the totals of sales.</summary>
    public static IRenderable Of(Moment moment)
    {
        var (last, ended) = (moment.LastSecond, moment.Ended);
        var grid = new Grid().AddColumn(new GridColumn().NoWrap().PadRight(2)).AddColumn(new GridColumn().NoWrap());
        Row(moment.Run, Progress(moment));
        Row("rate", Text($"{last.Started} started, {last.Ended.Sum()} ended in the last second; {moment.Started} started, {moment.InFlight} in flight, {moment.Late} late, {moment.Dropped} dropped"));
        Row("latency", Text($"p50 {last.P50 / 1_000.0:0.0} ms, p95 {last.P95 / 1_000.0:0.0} ms, p99 {last.P99 / 1_000.0:0.0} ms, max {last.Max / 1_000.0:0.0} ms of the iterations that ended ok in the last second"));
        Row("iterations", Text($"{ended[Outcome.Ok]} ok, {ended[Outcome.Left]} left, {ended[Outcome.Rejected]} rejected, {ended[Outcome.Shed]} shed, {Failed(Outcome.ClientError, "client errors")}, {Failed(Outcome.TimeOut, "time-outs")}, {Failed(Outcome.Fault, "faults")}"));
        Row("rejections", moment.Rejections.Count == 0 ? "none" : Markup.Escape(string.Join(", ", moment.Rejections.Take(RejectionsShown).Select(code => $"{code.Key} {code.Value}"))));
        Row("sales", Text($"{moment.Acknowledged} sales acknowledged, {moment.Seats} seats, {moment.Unknown} unknown"));
        return grid;

        void Row(string what, string value) => grid.AddRow(new Markup($"[bold]{Markup.Escape(what)}[/]"), new Markup(value));

        string Failed(Outcome outcome, string inWords) => ended[outcome] == 0 ? $"0 {inWords}" : $"[red]{ended[outcome]} {inWords}[/]";
    }

    private static string Progress(Moment moment)
    {
        var share = Math.Clamp(moment.Elapsed / moment.Planned, 0, 1);
        var full = (int)(share * BarWidth);
        var state = moment.IsAborted ? "aborted, waiting for the rest" : share >= 1 ? "waiting for the rest" : "";
        return Text($"[green]{new string('█', full)}[/]{new string('░', BarWidth - full)} {Math.Min(moment.Elapsed.TotalSeconds, moment.Planned.TotalSeconds):0} of {moment.Planned.TotalSeconds:0} s {state}").TrimEnd();
    }

    private static string Text(FormattableString text) => text.ToString(CultureInfo.InvariantCulture);
}
