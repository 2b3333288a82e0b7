using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.Metadata.Builders;

namespace Dugout.Features.Seats;

/// <summary>Maps the rows of the tables in <c>Schema</c>.</summary>
internal sealed class SeatsTables :
    IEntityTypeConfiguration<ReservationRow>, IEntityTypeConfiguration<ReservationSeatRow>, IEntityTypeConfiguration<SeatClaimRow>,
    IEntityTypeConfiguration<SeatAllowanceRow>, IEntityTypeConfiguration<SeatSlotRow>, IEntityTypeConfiguration<AuditEventRow>
{
    public void Configure(EntityTypeBuilder<ReservationRow> builder)
    {
        builder.ToTable("reservations").HasSnakeCaseColumns();
        builder.Property(row => row.Id).ValueGeneratedNever();
    }

    public void Configure(EntityTypeBuilder<ReservationSeatRow> builder) => builder.ToTable("reservation_seats").HasSnakeCaseColumns().HasKey(row => new { row.ReservationId, row.GradeId, row.Number });

    public void Configure(EntityTypeBuilder<SeatClaimRow> builder) => builder.ToTable("seat_claims").HasSnakeCaseColumns().HasKey(row => new { row.GameId, row.GradeId, row.Number });

    public void Configure(EntityTypeBuilder<SeatAllowanceRow> builder) => builder.ToTable("seat_allowances").HasSnakeCaseColumns().HasKey(row => new { row.AccountId, row.GameId, row.GradeId });

    public void Configure(EntityTypeBuilder<SeatSlotRow> builder) => builder.ToTable("seat_slots").HasSnakeCaseColumns().HasKey(row => new { row.GameId, row.GradeId, row.Number });

    public void Configure(EntityTypeBuilder<AuditEventRow> builder)
    {
        builder.ToTable("audit_events").HasSnakeCaseColumns().HasKey(row => row.Sequence);
        builder.Property(row => row.Topic).IsAscii(60);
        builder.Property(row => row.OrderedBy).IsAscii(60);
        builder.Property(row => row.Body).HasColumnType("text");
    }
}

/// <summary>A row of <c>reservations</c>.</summary>
internal sealed record ReservationRow(long Id, long AccountId, long GameId, long Total, DateTime ReservedAt);

/// <summary>A row of <c>reservation_seats</c>.</summary>
internal sealed record ReservationSeatRow(long ReservationId, long GradeId, int Number, long Price, DateTime? CancelledAt);

/// <summary>A row of <c>seat_claims</c>.</summary>
internal sealed record SeatClaimRow(long GameId, long GradeId, int Number, long? ReservationId);

/// <summary>A row of <c>seat_allowances</c>.</summary>
internal sealed record SeatAllowanceRow(long AccountId, long GameId, long GradeId, int Seats, int Allowed);

/// <summary>A row of <c>seat_slots</c>.</summary>
internal sealed record SeatSlotRow(long GameId, long GradeId, int Number, long? ReservationId);

/// <summary>A row of <c>audit_events</c>.</summary>
internal sealed record AuditEventRow(long Sequence, long MessageId, string Topic, string OrderedBy, string Body, DateTime WrittenAt, DateTime RecordedAt);
