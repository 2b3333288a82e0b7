using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.Metadata.Builders;

namespace Dugout.Features.WaitingRooms;

/// <summary>Maps the rows of the tables in <c>Schema</c>.</summary>
internal sealed class WaitingRoomsTables :
    IEntityTypeConfiguration<WaitingRoomRow>, IEntityTypeConfiguration<WaitingTicketRow>, IEntityTypeConfiguration<WaitingAdmissionRow>
{
    public void Configure(EntityTypeBuilder<WaitingRoomRow> builder)
    {
        builder.ToTable("waiting_rooms").HasSnakeCaseColumns().HasKey(row => row.GameId);
        builder.Property(row => row.GameId).ValueGeneratedNever();
        builder.Property(row => row.State).IsAscii(10);
        builder.Property(row => row.Seed).IsAscii(64).IsFixedLength();
        builder.Property(row => row.Rate).HasPrecision(9, 3);
        builder.Property(row => row.Reason).IsAscii(20);
    }

    public void Configure(EntityTypeBuilder<WaitingTicketRow> builder) =>
        builder.ToTable("waiting_tickets").HasSnakeCaseColumns().HasKey(row => new { row.GameId, row.AccountId });

    public void Configure(EntityTypeBuilder<WaitingAdmissionRow> builder) =>
        builder.ToTable("waiting_admissions").HasSnakeCaseColumns().HasKey(row => new { row.GameId, row.At });
}

/// <summary>A row of <c>waiting_rooms</c>.</summary>
internal sealed record WaitingRoomRow(
    long GameId, DateTime OpensAt, string State, int MinRate, int MaxRate, int MaxActive, string Seed, int Tickets, int? Drawn, int Admitted, int Lapsed, int Forfeited,
    decimal Rate, string Reason, bool IsSoldOut, long Token, DateTime HeldUntil, DateTime UpdatedAt);

/// <summary>A row of <c>waiting_tickets</c>.</summary>
internal sealed record WaitingTicketRow(long GameId, long AccountId, int Idx, int? ReturnNumber, DateTime? PassUntil, int? PassNumber, DateTime TakenAt);

/// <summary>A row of <c>waiting_admissions</c>.</summary>
internal sealed record WaitingAdmissionRow(long GameId, DateTime At, int Admitted);
