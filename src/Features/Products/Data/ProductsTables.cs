using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.Metadata.Builders;

namespace Dugout.Features.Products;

/// <summary>Maps the rows of the tables in <c>Schema</c>.</summary>
internal sealed class ProductsTables :
    IEntityTypeConfiguration<ProductRow>
{
    public void Configure(EntityTypeBuilder<ProductRow> builder)
    {
        builder.ToTable("products").HasSnakeCaseColumns();
        builder.Property(row => row.Name).HasMaxLength(100);
    }
}

/// <summary>A row of <c>products</c>.</summary>
internal sealed record ProductRow(long Id, string Name, long Price, bool Rocket, bool RocketFresh, bool RocketGlobal, long? TeamId);
