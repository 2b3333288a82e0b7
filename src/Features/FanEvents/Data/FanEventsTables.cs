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
    DateTime StartsAt, DateTime ApplicationsOpenAt, DateTime ApplicationsCloseAt, int Places, bool HasWaitingList, int Taken, int Waiting);

/// <summary>A row of <c>event_applications</c>.</summary>
internal sealed record ApplicationRow(long Id, long EventId, long AccountId, string State, DateTime AppliedAt, DateTime? ConfirmedAt, DateTime? CancelledAt);
