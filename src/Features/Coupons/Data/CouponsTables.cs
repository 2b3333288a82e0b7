using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.Metadata.Builders;

namespace Dugout.Features.Coupons;

/// <summary>Maps the rows of the tables in <c>Schema</c>.</summary>
internal sealed class CouponsTables :
    IEntityTypeConfiguration<CampaignRow>, IEntityTypeConfiguration<CouponRow>, IEntityTypeConfiguration<CouponUnitRow>
{
    public void Configure(EntityTypeBuilder<CampaignRow> builder)
    {
        builder.ToTable("coupon_campaigns").HasSnakeCaseColumns();
        builder.Property(row => row.Name).HasMaxLength(60);
    }

    public void Configure(EntityTypeBuilder<CouponRow> builder)
    {
        builder.ToTable("coupons").HasSnakeCaseColumns();
        builder.Property(row => row.Id).ValueGeneratedNever();
    }

    public void Configure(EntityTypeBuilder<CouponUnitRow> builder) => builder.ToTable("coupon_units").HasSnakeCaseColumns().HasKey(row => new { row.CampaignId, row.Number });
}

/// <summary>A row of <c>coupon_campaigns</c>.</summary>
internal sealed record CampaignRow(
    long Id, string Name, long Discount, long Minimum, DateTime StartsAt, DateTime EndsAt, DateTime ValidUntil, int Stock, int Issued);

/// <summary>A row of <c>coupons</c>.</summary>
internal sealed record CouponRow(long Id, long CampaignId, long AccountId, DateTime ClaimedAt, long? UsedByOrder);

/// <summary>A row of <c>coupon_units</c>.</summary>
internal sealed record CouponUnitRow(long CampaignId, int Number, long? CouponId);
