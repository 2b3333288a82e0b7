using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.Metadata.Builders;

namespace Dugout.Platform.Persistence;

/// <summary>Maps the rows of the tables in <c>Schema</c>, and of those that the migrator creates for itself.</summary>
internal sealed class PlatformTables :
    IEntityTypeConfiguration<IdempotencyKeyRow>, IEntityTypeConfiguration<OutboxRow>, IEntityTypeConfiguration<OperatorActRow>,
    IEntityTypeConfiguration<LeaseRow>, IEntityTypeConfiguration<SchemaScriptRow>, IEntityTypeConfiguration<MigratorRunRow>
{
    public void Configure(EntityTypeBuilder<IdempotencyKeyRow> builder)
    {
        builder.ToTable("idempotency_keys").HasSnakeCaseColumns().HasKey(row => new { row.AccountId, row.IdempotencyKey });
        builder.Property(row => row.IdempotencyKey).IsAscii(64);
        builder.Property(row => row.Fingerprint).HasMaxLength(32).IsFixedLength();
        builder.Property(row => row.Answer).HasColumnType("mediumblob");
    }

    public void Configure(EntityTypeBuilder<OutboxRow> builder)
    {
        builder.ToTable("outbox").HasSnakeCaseColumns();
        builder.Property(row => row.Topic).IsAscii(60);
        builder.Property(row => row.OrderedBy).IsAscii(60);
        builder.Property(row => row.Body).HasColumnType("text");
    }

    public void Configure(EntityTypeBuilder<OperatorActRow> builder)
    {
        builder.ToTable("operator_acts").HasSnakeCaseColumns();
        builder.Property(row => row.Act).IsAscii(40);
        builder.Property(row => row.StateBefore).HasColumnType("text");
        builder.Property(row => row.StateAfter).HasColumnType("text");
    }

    public void Configure(EntityTypeBuilder<LeaseRow> builder)
    {
        builder.ToTable("leases").HasSnakeCaseColumns().HasKey(row => row.Name);
        builder.Property(row => row.Name).IsAscii(60);
        builder.Property(row => row.Holder).IsAscii(32);
    }

    public void Configure(EntityTypeBuilder<SchemaScriptRow> builder)
    {
        builder.ToTable("schema_scripts").HasSnakeCaseColumns().HasKey(row => row.Name);
        builder.Property(row => row.Name).IsAscii(200);
        builder.Property(row => row.Checksum).HasMaxLength(64).IsFixedLength().UseCollation("ascii_general_ci");
    }

    public void Configure(EntityTypeBuilder<MigratorRunRow> builder) => builder.ToTable("migrator_runs").HasSnakeCaseColumns();
}

/// <summary>A row of <c>idempotency_keys</c>.</summary>
internal sealed record IdempotencyKeyRow(long AccountId, string IdempotencyKey, byte[] Fingerprint, short Status, byte[] Answer, DateTime CreatedAt);

/// <summary>A row of <c>outbox</c>.</summary>
internal sealed record OutboxRow(long Id, string Topic, string OrderedBy, string Body, DateTime WrittenAt, sbyte Lane);

/// <summary>A row of <c>operator_acts</c>.</summary>
internal sealed record OperatorActRow(long Id, long AccountId, string Act, long? GameId, string? StateBefore, string StateAfter, DateTime ActedAt);

/// <summary>A row of <c>leases</c>.</summary>
internal sealed record LeaseRow(string Name, string Holder, long Fence, DateTime ExpiresAt);

/// <summary>A row of <c>schema_scripts</c>.</summary>
internal sealed record SchemaScriptRow(string Name, string Checksum, int Done, DateTime AppliedAt);

/// <summary>A row of <c>migrator_runs</c>.</summary>
internal sealed record MigratorRunRow(long Id, DateTime EndedAt);
