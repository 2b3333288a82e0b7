using Dugout.Load.Checks.Histories;
using Dugout.Load.Checks.Linearizability;

namespace Dugout.Load.Checks;

/// <summary>The responses about every seat fit into one order of events: linearizability, checked seat by seat, since one order per seat yields one
/// order for all.</summary>
internal static class SeatOrders
{
    private const int WitnessesSought = 5;

    /// <summary>The rule, its violations, and the seats that could not be decided.</summary>
    public static (Finding Finding, IReadOnlyList<string> Undecided) Of(History history, SaleRows? rows, Terms terms)
    {
        List<string> differences = [];
        List<string> undecided = [];
        foreach (var (game, seat, steps) in new SeatHistories(history, rows, terms).All())
        {
            var where = $"seat {seat.GradeId}/{seat.Number} of game {game}";
            var order = OrderSearch.Of(steps);
            if (order == Order.Undecided) undecided.Add($"{where}: too many concurrent operations to decide whether the responses are linearizable");
            if (order == Order.Contradicts) differences.Add(differences.Count < WitnessesSought ? Witness(where, steps, history) : where);
        }

        return (new Finding("The responses about each seat are linearizable", differences), undecided);
    }

    private static string Witness(string where, SeatHistory steps, History history) =>
        OperationText.Witness($"{where}: no order of events explains these responses", history, SmallestWitness.Of(steps).Select(step => step.Source));
}
