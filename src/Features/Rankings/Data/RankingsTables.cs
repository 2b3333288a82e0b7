using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.Metadata.Builders;

namespace Dugout.Features.Rankings;

/// <summary>Maps the rows of the tables in <c>Schema</c>.</summary>
internal sealed class RankingsTables :
    IEntityTypeConfiguration<RankingLeaseRow>
{
    public void Configure(EntityTypeBuilder<RankingLeaseRow> builder)
    {
        builder.ToTable("ranking_leases").HasSnakeCaseColumns().HasKey(row => row.Name);
        builder.Property(row => row.Name).IsAscii(20);
    }
}

/// <summary>A row of <c>ranking_leases</c>.</summary>
internal sealed record RankingLeaseRow(string Name, long Token, DateTime HeldUntil, DateTime DueAt);
