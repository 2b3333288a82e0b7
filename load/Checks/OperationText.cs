using System.Globalization;
using Dugout.Load.Checks.Histories;
using Dugout.Load.Client;

namespace Dugout.Load.Checks;

/// <summary>Describes operations in words, for a person who diagnoses the fault.</summary>
internal static class OperationText
{
    /// <summary>A difference and the operations that show it, a line each in the order of sending.</summary>
    public static string Witness(string difference, History history, IEnumerable<Operation> operations) =>
        string.Join('\n', [difference, .. operations.DistinctBy(one => one.Id).OrderBy(one => one.Invoked).ThenBy(one => one.Id).Select(one => $"  {Line(one, history)}")]);

    /// <summary>One operation: begin, account, action, end and result.</summary>
    public static string Line(Operation one, History history) =>
        $"{Seconds(one.Invoked)} - {(one.Returned is { } back ? Seconds(back) : "?")} s  {Who(one)} {What(one)}: {Outcome(one)}"
        + (one.Deadline is { } until ? $", until {Seconds(history.Since(until))} s" : "");

    public static string Seats(IEnumerable<SeatAtPrice> seats) => string.Join(" ", seats.Select(seat => $"{seat.GradeId}/{seat.Number} at {seat.Price}"));

    public static string Seats(IEnumerable<Seat> seats) => string.Join(" ", seats.Select(seat => $"{seat.GradeId}/{seat.Number}"));

    private static string Who(Operation one) => one.OperationKind is OperationKind.Block or OperationKind.Unblock ? "an operator" : $"account {one.Account}";

    private static string What(Operation one) => one.OperationKind switch
    {
        OperationKind.Hold => $"holds {Seats(one.Seats)}",
        OperationKind.Release => $"releases hold {one.Hold} ({Seats(one.Seats)})",
        OperationKind.Renew => $"renews hold {one.Hold} ({Seats(one.Seats)})",
        OperationKind.Reserve => $"reserves hold {one.Hold} ({Seats(one.Seats)}){(one.Key is { } key ? $", key {key}" : "")}",
        OperationKind.Cancel => $"cancels reservation {one.Reservation} ({Seats(one.Seats)})",
        OperationKind.CancelSeat => $"cancels {Seats(one.Seats)} of reservation {one.Reservation}",
        OperationKind.Block => $"blocks {Seats(one.Seats)}",
        _ => $"unblocks {Seats(one.Seats)}",
    };

    private static string Outcome(Operation one) => (one.OperationResult, one.OperationKind) switch
    {
        (OperationResult.Ok, OperationKind.Hold) => $"ok, hold {one.Hold}",
        (OperationResult.Ok, OperationKind.Reserve) => $"ok, reservation {one.Reservation}",
        (OperationResult.Ok, _) => "ok",
        (OperationResult.Rejected, _) => $"rejected {one.Code}{string.Concat(one.Taken.Select(seat => $" {seat.GradeId}/{seat.Number} {seat.Reason}"))}",
        (OperationResult.Failed, _) => one.Code,
        _ => $"unknown ({one.Code})",
    };

    private static string Seconds(TimeSpan time) => time.TotalSeconds.ToString("0.000", CultureInfo.InvariantCulture);
}
