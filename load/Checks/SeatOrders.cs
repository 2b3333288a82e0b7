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
        foreach (var (game, seat, story) in new SeatStories(history, rows, terms).All())
        {
            var where = $"seat {seat.GradeId}/{seat.Number} of game {game}";
            var order = OrderSearch.Of(story);
            if (order == Order.Undecided) undecided.Add($"{where}: too much was asked of it at once to say whether the answers fit");
            if (order == Order.Contradicts) differences.Add(differences.Count < WitnessesSought ? Witness(where, story, history) : where);
        }

        return (new Finding("The answers about each seat fit into one order of events", differences), undecided);
    }

    private static string Witness(string where, SeatStory story, History history) =>
        Words.Witness($"{where}: no order fits these answers", history, SmallestWitness.Of(story).Select(step => step.Source));
}
