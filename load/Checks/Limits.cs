using Dugout.Load.Checks.Histories;

namespace Dugout.Load.Checks;

/// <summary>No account had more seats of a game, or of one of its grades, than allowed, neither at the end nor at any moment before.</summary>
internal sealed class Limits(History history, SaleRows rows)
{
    private readonly ILookup<long, Operation> _cancels = history.Operations.Where(one => one.Cancels && one.MayBeDone && one.Reservation is not null).ToLookup(one => one.Reservation!.Value);
    private readonly Dictionary<Part, int> _allowed = rows.Games.SelectMany(game => game.Grades.SelectMany(grade => new[]
    {
        (Part: new Part(game.Game, null), grade.SeatsPerAccountInGame),
        (Part: new Part(game.Game, grade.Id), grade.SeatsPerAccount),
    })).DistinctBy(one => one.Part).ToDictionary();

    /// <summary>The rule and its violations.</summary>
    public Finding Finding() => new("No account had more seats at any moment than a game and its grades allow", [.. AtTheEnd(), .. AtAnyMoment()]);

    private IEnumerable<string> AtTheEnd() =>
        from game in rows.Games
        from claim in game.Claims
        where claim.Reservation is not null
        let owner = rows.ById.GetValueOrDefault(claim.Reservation!.Value)
        where owner is not null
        from part in Both(claim.Game, claim.Grade)
        group claim by (owner.Account, part) into had
        where had.Count() > Allowed(had.Key.part)
        select $"account {had.Key.Account} has {had.Count()} seats of {had.Key.part} in the rows, {Allowed(had.Key.part)} are allowed";

    private IEnumerable<string> AtAnyMoment() =>
        from had in from sale in history.Acknowledged.DistinctBy(sale => sale.Reservation)
                    from seat in sale.Seats
                    from part in Both(sale.Game, seat.GradeId)
                    group SurelyHad(sale, seat) by (sale.Account, part)
        let allowed = Allowed(had.Key.part)
        where had.Count() > allowed
        let moment = had.Select(seat => seat.From).Order().Cast<TimeSpan?>().FirstOrDefault(moment => had.Count(seat => seat.At(moment!.Value)) > allowed)
        where moment is not null
        let then = had.Where(seat => seat.At(moment.Value)).ToList()
        select OperationText.Witness(
            FormattableString.Invariant($"account {had.Key.Account} had {then.Count} seats of {had.Key.part} at {moment.Value.TotalSeconds:0.000} s, {allowed} are allowed"),
            history, Fewest(then, allowed));

    /// <summary>An account certainly has a seat from the response that acknowledged it until a cancellation of it is sent.</summary>
    private Had SurelyHad(Operation sale, Client.Seat seat) => new(sale, sale.Returned!.Value,
        _cancels[sale.Reservation!.Value].Where(cancel => cancel.Seats.Contains(seat)).Select(cancel => cancel.Invoked).DefaultIfEmpty(TimeSpan.MaxValue).Min());

    /// <summary>The smallest set of sales that together exceed the limit: the largest sales first.</summary>
    private static IEnumerable<Operation> Fewest(List<Had> then, int allowed)
    {
        var seats = 0;
        return [.. then.GroupBy(seat => seat.Sale).OrderByDescending(sale => sale.Count()).TakeWhile(sale =>
        {
            var enough = seats > allowed;
            seats += sale.Count();
            return !enough;
        }).Select(sale => sale.Key)];
    }

    private int Allowed(Part part) => _allowed.GetValueOrDefault(part, int.MaxValue);

    private static Part[] Both(long game, long grade) => [new(game, null), new(game, grade)];

    private sealed record Had(Operation Sale, TimeSpan From, TimeSpan To)
    {
        public bool At(TimeSpan moment) => From <= moment && moment < To;
    }

    private readonly record struct Part(long Game, long? Grade)
    {
        public override string ToString() => Grade is null ? $"game {Game}" : $"grade {Grade} of game {Game}";
    }
}
