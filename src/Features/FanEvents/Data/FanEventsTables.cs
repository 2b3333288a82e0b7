using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.Metadata.Builders;

namespace Dugout.Features.FanEvents;

/// <summary>Maps the rows of the tables in <c>Schema</c>.</summary>
internal sealed class FanEventsTables :
    IEntityTypeConfiguration<FanEventRow>, IEntityTypeConfiguration<ApplicationRow>
{
    public void Configure(EntityTypeBuilder<FanEventRow> builder)
    {
        builder.ToTable("fan_events").HasSnakeCaseColumns();
        builder.Property(row => row.Title).HasMaxLength(100);
        builder.Property(row => row.Description).HasMaxLength(2000);
        builder.Property(row => row.Venue).HasMaxLength(100);
        builder.Property(row => row.District).IsAscii(20);
        builder.Property(row => row.Category).IsAscii(20);
    }

    public void Configure(EntityTypeBuilder<ApplicationRow> builder)
    {
        builder.ToTable("event_applications").HasSnakeCaseColumns();
        builder.Property(row => row.State).IsAscii(10);
    }
}

/// <summary>A row of <c>fan_events</c>.</summary>
internal sealed record FanEventRow(
    long Id, string Title, string Description, string Venue, string District, string Category,
    DateTime StartsAt, DateTime ApplicationsOpenAt, DateTime ApplicationsCloseAt, int Places, bool HasWaitingList, int Taken, int Waiting)
{
    /// <summary>The columns that a list selects: the description stays empty.</summary>
    public const string ListColumns = "id AS Id, title AS Title, '' AS Description, venue AS Venue, district AS District, category AS Category, starts_at AS StartsAt, "
        + "applications_open_at AS ApplicationsOpenAt, applications_close_at AS ApplicationsCloseAt, places AS Places, has_waiting_list AS HasWaitingList, taken AS Taken, waiting AS Waiting";

    /// <summary>Converts the row to a list item.</summary>
    public EventItem ToItem() => new(
        Id, Title, Venue, Labels.Districts.Of(District), Labels.Categories.Of(Category),
        StartsAt.Utc(), ApplicationsOpenAt.Utc(), ApplicationsCloseAt.Utc(), Places, HasWaitingList);
}

/// <summary>A row of <c>event_applications</c>.</summary>
internal sealed record ApplicationRow(long Id, long EventId, long AccountId, string State, DateTime AppliedAt, DateTime? ConfirmedAt, DateTime? CancelledAt);
