using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.Metadata.Builders;

namespace Dugout.Features.Recommendations;

/// <summary>Maps the rows of the tables in <c>Schema</c>.</summary>
internal sealed class RecommendationsTables :
    IEntityTypeConfiguration<PickRow>, IEntityTypeConfiguration<PickPictureRow>
{
    public void Configure(EntityTypeBuilder<PickRow> builder)
    {
        builder.ToTable("picks").HasSnakeCaseColumns();
        builder.Property(row => row.Note).HasMaxLength(200);
    }

    public void Configure(EntityTypeBuilder<PickPictureRow> builder)
    {
        builder.ToTable("pick_pictures").HasSnakeCaseColumns().HasKey(row => row.PickId);
        builder.Property(row => row.PickId).ValueGeneratedNever();
        builder.Property(row => row.Type).IsAscii(20);
        builder.Property(row => row.Bytes).HasColumnType("mediumblob");
    }
}

/// <summary>A row of <c>picks</c>.</summary>
internal sealed record PickRow(long Id, long? GameId, long? ProductId, string Note, DateTime PickedAt);

/// <summary>A row of <c>pick_pictures</c>.</summary>
internal sealed record PickPictureRow(long PickId, string Type, byte[] Bytes);
