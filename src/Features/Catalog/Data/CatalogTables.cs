using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.Metadata.Builders;

namespace Dugout.Features.Catalog;

/// <summary>Maps the catalogue's rows to the tables of <c>Schema/001_catalog.sql</c>.</summary>
internal sealed class CatalogTables :
    IEntityTypeConfiguration<Stadium>, IEntityTypeConfiguration<Team>, IEntityTypeConfiguration<Game>,
    IEntityTypeConfiguration<Grade>, IEntityTypeConfiguration<StandBlock>
{
    public void Configure(EntityTypeBuilder<Stadium> builder) => builder.ToTable("stadiums").HasSnakeCaseColumns();

    public void Configure(EntityTypeBuilder<Team> builder) => builder.ToTable("teams").HasSnakeCaseColumns();

    public void Configure(EntityTypeBuilder<Game> builder) => builder.ToTable("games").HasSnakeCaseColumns();

    public void Configure(EntityTypeBuilder<Grade> builder) => builder.ToTable("grades").HasSnakeCaseColumns();

    public void Configure(EntityTypeBuilder<StandBlock> builder) =>
        builder.ToTable("stand_blocks").HasSnakeCaseColumns().HasKey(block => new { block.StandId, block.FirstNumber });
}
