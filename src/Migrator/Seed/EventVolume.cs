using System.Globalization;
using Dapper;
using MySqlConnector;

namespace Dugout.Migrator.Seed;

/// <summary>
/// Seeds the fan events, the same in every volume. One statement inserts them all, and only where there is no event: later changes by operators
/// are not overwritten.
/// </summary>
internal sealed class EventVolume(MySqlConnection connection, TextWriter log)
{
    /// <summary>Adds the events where there are none.</summary>
    /// <param name="today">The day of the seed.</param>
    /// <param name="cancellation">Cancels.</param>
    public async Task FillAsync(DateTime today, CancellationToken cancellation)
    {
        if (await connection.ExecuteScalarAsync<long>(new("SELECT COUNT(*) FROM fan_events", cancellationToken: cancellation)) > 0)
            return;
        var events = SeasonEvents.Of(today);
        await connection.InsertAsync(
            transaction: null,
            "fan_events (id, title, description, venue, district, category, starts_at, applications_open_at, applications_close_at, places, has_waiting_list)",
            events.Select(one => new object[]
            {
                one.Id, one.Title, one.Description, one.Venue, one.District, one.Category, one.StartsAt, one.OpensAt, one.ClosesAt, one.Places, one.HasWaitingList,
            }), cancellation);
        await log.WriteLineAsync(string.Create(CultureInfo.InvariantCulture, $"Seeded {events.Count} fan events."));
    }
}
