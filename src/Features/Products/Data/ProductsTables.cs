using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.Metadata.Builders;

namespace Dugout.Features.Products;

/// <summary>Maps the rows of the tables in <c>Schema</c>.</summary>
internal sealed class ProductsTables :
    IEntityTypeConfiguration<Product>
{
    public void Configure(EntityTypeBuilder<Product> builder)
    {
        builder.ToTable("products").HasSnakeCaseColumns();
        builder.Property(row => row.Name).HasMaxLength(100);
    }
}
