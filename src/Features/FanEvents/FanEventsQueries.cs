namespace Dugout.Features.FanEvents;

/// <summary>Queries of fan events for other slices: accounts with a place at an event that starts soon.</summary>
public static class FanEventsQueries
{
    /// <summary>
    /// SELECT of <c>account_id</c>, <c>thing</c> and <c>called</c>: the account, event and title of each confirmed place at an event that starts from <c>@now</c> on and before
    /// <c>@dayEnd</c>, UTC.
    /// </summary>
    public const string Starting = """
        SELECT mine.account_id, fan_event.id AS thing, fan_event.title AS called
        FROM fan_events fan_event FORCE INDEX (by_time)
        STRAIGHT_JOIN event_applications mine FORCE INDEX (in_line) ON mine.event_id = fan_event.id AND mine.state = 'confirmed'
        WHERE fan_event.starts_at >= @now AND fan_event.starts_at < @dayEnd
        """;

    /// <summary>The same for the account <c>@accountId</c> alone, found by its applications.</summary>
    public const string StartingForOne = """
        SELECT mine.account_id, fan_event.id AS thing, fan_event.title AS called
        FROM event_applications mine FORCE INDEX (newest_of_account)
        STRAIGHT_JOIN fan_events fan_event ON fan_event.id = mine.event_id AND fan_event.starts_at >= @now AND fan_event.starts_at < @dayEnd
        WHERE mine.account_id = @accountId AND mine.state = 'confirmed'
        """;
}
