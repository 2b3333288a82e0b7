using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.Metadata.Builders;

namespace Dugout.Features.Orders;

/// <summary>Maps the rows of the tables in <c>Schema</c>.</summary>
internal sealed class OrdersTables :
    IEntityTypeConfiguration<StockRow>, IEntityTypeConfiguration<OrderRow>, IEntityTypeConfiguration<OrderLineRow>,
    IEntityTypeConfiguration<OrderStepRow>
{
    public void Configure(EntityTypeBuilder<StockRow> builder)
    {
        builder.ToTable("product_stock").HasSnakeCaseColumns().HasKey(row => row.ProductId);
        builder.Property(row => row.ProductId).ValueGeneratedNever();
    }

    public void Configure(EntityTypeBuilder<OrderRow> builder)
    {
        builder.ToTable("orders").HasSnakeCaseColumns();
        builder.Property(row => row.Id).ValueGeneratedNever();
        builder.Property(row => row.State).IsAscii(10);
        builder.Property(row => row.PaymentId).IsAscii(60);
    }

    public void Configure(EntityTypeBuilder<OrderLineRow> builder)
    {
        builder.ToTable("order_lines").HasSnakeCaseColumns().HasKey(row => new { row.OrderId, row.ProductId });
        builder.Property(row => row.Name).HasMaxLength(100);
    }

    public void Configure(EntityTypeBuilder<OrderStepRow> builder)
    {
        builder.ToTable("order_steps").HasSnakeCaseColumns().HasKey(row => new { row.OrderId, row.Step });
        builder.Property(row => row.Step).IsAscii(10);
    }
}

/// <summary>A row of <c>product_stock</c>.</summary>
internal sealed record StockRow(long ProductId, int Supplied, int Remaining);

/// <summary>A row of <c>orders</c>.</summary>
internal sealed record OrderRow(long Id, long AccountId, string State, long? CouponId, long Discount, long Total, string? PaymentId, DateTime OrderedAt);

/// <summary>A row of <c>order_lines</c>.</summary>
internal sealed record OrderLineRow(long OrderId, long ProductId, string Name, int Quantity, long Price);

/// <summary>A row of <c>order_steps</c>.</summary>
internal sealed record OrderStepRow(long OrderId, string Step, DateTime ReachedAt);
