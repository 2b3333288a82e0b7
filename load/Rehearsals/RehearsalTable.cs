using System.Globalization;
using Dugout.Load.Results;

namespace Dugout.Load.Rehearsals;

/// <summary>A rehearsal in words, line by line.</summary>
internal static class RehearsalTable
{
    /// <summary>The model and what it assumes.</summary>
    public static IEnumerable<string> Of(RehearsalModel model)
    {
        yield return Text($"carried    {model.Carried:0.0} purchases a second by {model.Replicas} API replicas, in the seconds in which requests had to queue; a purchase is a read of the taken seats, a hold and a reservation");
        yield return Text($"quiet      a purchase takes {1_000 * model.PurchaseSeconds:0.0} ms (p50): seats {1_000 * model.Taken.P50:0.0}, hold {1_000 * model.Hold.P50:0.0}, reservation {1_000 * model.Reserve.P50:0.0}; a step's work is in proportion to its time");
        yield return Text($"reaction   {RehearsalModel.ReactionSeconds:0.0} s (mean) from a number being up to the pass, by the pauses of the page and the age of the public document; the document costs {model.RoomReadWork:0.0000} purchases a read");
        yield return Text($"measured   {model.AttemptsASale:0.00} holds and {model.SeatsASale:0.00} seats a sale; the simulation makes its own, seat by seat");
        yield return "assumed    requests queue in one line; a busy shop is one whose holds and reservations exceed 500 ms (p99); a fan who finds no free seat leaves; no request fails; without a waiting room fans want the same seats more often than in measured runs";
        yield return Text($"scaling    by extrapolation: replicas carry in proportion to the measured {model.Replicas}, {(model.PrimaryCarries is { } primary ? Text($"until the primary is the limit at {primary:0.0} purchases a second with all processors of the measured machine") : "and the limit of the primary is unknown")}");
    }

    /// <summary>What the simulated sale came to.</summary>
    public static IEnumerable<string> Of(RehearsalResult result, RehearsedSale sale)
    {
        yield return Text($"sold out   {(result.SoldOutAfter is { } sold ? Text($"{sold:0.0} s after the opening") : "never")}; nine tenths {Seconds(result.NineTenthsAfter)}; no seat free for the first time {Seconds(result.TakenAfter)}");
        yield return Text($"seats      {sale.Seats - result.Sold} left of {sale.Seats}; {result.Buyers} sales, {result.Holds} holds requested, {result.Abandoned} abandoned");
        yield return Text($"fans       {sale.Arrivals.Count}: {result.Buyers} bought, {result.FoundNone} had their turn and got no seat, {result.GaveUp} gave up, {sale.Arrivals.Count - result.Buyers - result.FoundNone - result.GaveUp - result.Abandoned} waited until the end");
        yield return Text($"shop       busy {100 * result.PeakUtilization:0} % of the busiest {ShopQueue.Span} s, longest queue {result.LongestQueue:0.0} s; at most {result.PeakRoomReads} reads of the waiting room a second");
        if (result.SecondsLimitedByActive > 0) yield return Text($"active     for {result.SecondsLimitedByActive} s no more fans were admitted because {sale.MaxActive} had a pass and no seat yet");
        yield return $"{(sale.HasRoom ? "number" : "arrival"),-19}{"wait p50, s",12}";
        foreach (var wait in result.WaitsByNumber) yield return Text($"{Text($"{wait.From} to {wait.To}"),-19}{wait.P50,12:0.0}");
    }

    /// <summary>How many replicas the sale needs.</summary>
    /// <param name="need">The result of the search.</param>
    /// <param name="minutes">The time within which no seat must be free any more.</param>
    public static string Of(ReplicaNeed need, int minutes) => need switch
    {
        { Replicas: { } replicas } => Text($"replicas   {replicas} are needed: all seats are sold or held after {need.Result.TakenAfter:0.0} s of {60 * minutes}, with the shop busy {100 * need.Result.PeakUtilization:0} % (at most {100 * ReplicaNeed.MostUtilization:0} %)"),
        { Result.TakenAfter: null } => Text($"replicas   no number is enough: with {need.Tried} seats are left after {60 * minutes} s, so rate, active fans, patience or the number of fans is the limit"),
        _ => Text($"replicas   no number is enough: with {need.Tried} the shop is busy {100 * need.Result.PeakUtilization:0} % (at most {100 * ReplicaNeed.MostUtilization:0} %)"),
    };

    /// <summary>The heading of predictions.</summary>
    public static string Heading { get; } = $"{"run",-21}{"fans",7}{"seats",7}{"admission",11}{"",13}{"predicted, s",13}{"measured, s",13}{"error",9}";

    /// <summary>A prediction, one line a figure.</summary>
    public static IEnumerable<string> Of(Prediction prediction)
    {
        var opening = prediction.Run.Opening!;
        var room = opening.HasRoom ? Text($"{opening.MinRate}..{opening.MaxRate}/s") : "no room";
        var run = Text($"{prediction.Run.BeganAt.UtcDateTime:yyyy-MM-dd HH:mm:ss}  {opening.Arrivals.Sum(),7}{opening.Seats,7}{room,11}");
        yield return run + Line("  sold out", prediction.SoldOut, opening.SoldOutAfterSeconds) + (prediction.Passed ? "" : Text($"  FAILED: one of the first two is off by more than {100 * Prediction.MostError:0} %"));
        yield return new string(' ', run.Length) + Line("  nine tenths", prediction.NineTenths, MeasuredOpening.NineTenthsAfter(opening));
        if (opening.Fairness is { } fair) yield return new string(' ', run.Length) + Line("  wait p50", prediction.WaitP50, fair.WaitP50);
    }

    /// <summary>A fitted run, in one line.</summary>
    public static string Of(RunRecord run)
    {
        var opening = run.Opening!;
        return Text($"{run.BeganAt.UtcDateTime:yyyy-MM-dd HH:mm:ss}: {opening.Arrivals.Sum()} fans for {opening.Seats} seats, {(opening.HasRoom ? Text($"admitted at {opening.MinRate} to {opening.MaxRate} a second") : "no waiting room")}, sold out {Seconds(opening.SoldOutAfterSeconds)}");
    }

    private static string Line(string name, double? predicted, double? measured) =>
        Text($"{name,-13}{Cell(predicted),13}{Cell(measured),13}{(Prediction.ErrorOf(predicted, measured) is var error && double.IsFinite(error) ? Text($"{100 * error:+0.0;-0.0;0.0} %") : "-"),9}");

    private static string Cell(double? seconds) => seconds?.ToString("0.0", CultureInfo.InvariantCulture) ?? "never";

    private static string Seconds(double? seconds) => seconds is { } time ? Text($"after {time:0.0} s") : "never";

    private static string Text(FormattableString text) => text.ToString(CultureInfo.InvariantCulture);
}
