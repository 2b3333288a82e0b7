using System.ComponentModel;
using System.ComponentModel.DataAnnotations;
using Dapper;
using Microsoft.AspNetCore.Http.HttpResults;
using Microsoft.EntityFrameworkCore;

namespace Dugout.Features.FanEvents;

/// <summary>
/// Events ordered by start, from today on, or from one Korean day to another; optionally of a district, a category or both. Anonymous access. Read from a
/// replica; a page begins after the last event of the previous page, unaffected by inserts. Remaining places are not included: see <see cref="ShowPlaces"/>.
/// Returns 200. Errors: 400 <c>invalid</c> for an invalid filter, limit or cursor.
/// </summary>
public static class ListEvents
{
    /// <summary>
    /// Handles the request. First pages of the default length are cached, from today on and of single days; other spans are not, because their number is unbounded.
    /// </summary>
    public static async Task<Results<CachedResponse<Page<EventItem>>, Problem>> Handle(
        [Description("Only events of this district."), District] string? district,
        [Description("Only events of this category."), Category] string? category,
        [Description("First Korean day, such as `2027-04-01`; default today."), RegularExpression(EventFilter.DayPattern)] string? from,
        [Description("Last Korean day, such as `2027-04-30`; default none."), RegularExpression(EventFilter.DayPattern)] string? to,
        string? after,
        [Limit] int? limit,
        ConsistencyToken seen, ResponseCache cache, TimeProvider clock, CancellationToken cancellation)
    {
        if (EventFilter.ErrorOf(district, category, from, to, clock.GetUtcNow(), out var filter) is { } unreadable)
            return unreadable;
        if (Cursor.ErrorOf(after, out var place) is { } problem)
            return problem;

        var isKept = limit is null && after is null && (filter.IsOfOneDay || (from is null && to is null));
        var key = isKept ? EventResponses.List(filter) : null;
        var found = await cache.GetAsync(key, seen, (database, ask) => ListAsync(database, filter, place, limit ?? Cursor.DefaultLimit, ask), cancellation);
        return found.Value is { } answer ? answer : found.Problem!;
    }

    private static async Task<Result<Page<EventItem>>> ListAsync(ReadContext database, EventFilter filter, Cursor? after, int limit, CancellationToken cancellation)
    {
        // Each filter has an index that ends in the sort order; the hint keeps the server from choosing another one by its row estimates.
        var index = (filter.District, filter.Category) switch
        {
            (null, null) => "by_time",
            (_, null) => "of_district",
            (null, _) => "of_category",
            _ => "of_both",
        };
        var sql = $"SELECT {FanEventRow.ListColumns} FROM fan_events FORCE INDEX ({index}) WHERE starts_at >= @Begin "
            + (filter.End is null ? "" : "AND starts_at < @End ")
            + (filter.District is null ? "" : "AND district = @District ")
            + (filter.Category is null ? "" : "AND category = @Category ")
            + (after is null ? "" : "AND (starts_at > @Time OR (starts_at = @Time AND id > @LastId)) ")
            + "ORDER BY starts_at, id LIMIT @rows";
        var values = new { filter.Begin, filter.End, filter.District, filter.Category, after?.Time, LastId = after?.Id, rows = limit + 1 };
        var rows = await database.Database.GetDbConnection().QueryAsync<FanEventRow>(new(sql, values, cancellationToken: cancellation));
        List<EventItem> items = [.. rows.Select(row => row.ToItem())];
        return Page.Of(items, limit, item => Cursor.At(item.StartsAt, item.EventId));
    }
}
