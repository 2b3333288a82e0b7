using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.Metadata.Builders;

namespace Dugout.Features.Notices;

/// <summary>Maps the rows of the tables in <c>Schema</c>.</summary>
internal sealed class NoticesTables :
    IEntityTypeConfiguration<DeviceRow>, IEntityTypeConfiguration<DeviceOwnerRow>, IEntityTypeConfiguration<NoticeRow>
{
    public void Configure(EntityTypeBuilder<DeviceRow> builder)
    {
        builder.ToTable("devices").HasSnakeCaseColumns();
        builder.Property(row => row.Token).IsAscii(256);
    }

    public void Configure(EntityTypeBuilder<DeviceOwnerRow> builder)
    {
        builder.ToTable("device_owners").HasSnakeCaseColumns().HasKey(row => row.AccountId);
        builder.Property(row => row.AccountId).ValueGeneratedNever();
    }

    public void Configure(EntityTypeBuilder<NoticeRow> builder)
    {
        builder.ToTable("notices").HasSnakeCaseColumns();
        builder.Property(row => row.Kind).IsAscii(30);
        builder.Property(row => row.Detail).HasMaxLength(200);
    }
}

/// <summary>A row of <c>devices</c>.</summary>
internal sealed record DeviceRow(long Id, long AccountId, string Token, DateTime LastSeenAt, DateTime ExpiresAt);

/// <summary>A row of <c>device_owners</c>.</summary>
internal sealed record DeviceOwnerRow(long AccountId);

/// <summary>A row of <c>notices</c>.</summary>
internal sealed record NoticeRow(long Id, long AccountId, string Kind, long AboutId, long Turn, string Detail, DateTime CreatedAt, DateTime? ReadAt, long? Batch);
