using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.Metadata.Builders;

namespace Dugout.Features.Catalog;

/// <summary>Maps the rows of the tables in <c>Schema</c>.</summary>
internal sealed class CatalogTables :
    IEntityTypeConfiguration<Stadium>, IEntityTypeConfiguration<Team>, IEntityTypeConfiguration<Game>, IEntityTypeConfiguration<Grade>,
    IEntityTypeConfiguration<StandRow>, IEntityTypeConfiguration<StandBlock>, IEntityTypeConfiguration<SeasonRow>
{
    public void Configure(EntityTypeBuilder<Stadium> builder)
    {
        builder.ToTable("stadiums").HasSnakeCaseColumns();
        builder.Property(stadium => stadium.Id).ValueGeneratedNever();
        builder.Property(stadium => stadium.Name).HasMaxLength(60);
    }

    public void Configure(EntityTypeBuilder<Team> builder)
    {
        builder.ToTable("teams").HasSnakeCaseColumns();
        builder.Property(team => team.Id).ValueGeneratedNever();
        builder.Property(team => team.Code).HasMaxLength(10);
        builder.Property(team => team.Name).HasMaxLength(60);
    }

    public void Configure(EntityTypeBuilder<Game> builder)
    {
        builder.ToTable("games").HasSnakeCaseColumns();
        builder.Property(game => game.Title).HasMaxLength(120);
    }

    public void Configure(EntityTypeBuilder<Grade> builder)
    {
        builder.ToTable("grades").HasSnakeCaseColumns();
        builder.Property(grade => grade.Name).HasMaxLength(60);
    }

    public void Configure(EntityTypeBuilder<StandRow> builder)
    {
        builder.ToTable("stands").HasSnakeCaseColumns();
        builder.Property(row => row.Id).ValueGeneratedNever();
        builder.Property(row => row.Name).HasMaxLength(60);
    }

    public void Configure(EntityTypeBuilder<StandBlock> builder)
    {
        builder.ToTable("stand_blocks").HasSnakeCaseColumns().HasKey(block => new { block.StandId, block.FirstNumber });
        builder.Property(block => block.Name).HasMaxLength(20);
    }

    public void Configure(EntityTypeBuilder<SeasonRow> builder)
    {
        builder.ToTable("seasons").HasSnakeCaseColumns().HasKey(row => row.Year);
        builder.Property(row => row.Year).ValueGeneratedNever();
    }
}

/// <summary>A row of <c>stands</c>.</summary>
internal sealed record StandRow(long Id, string Name, int Capacity);

/// <summary>A row of <c>seasons</c>.</summary>
internal sealed record SeasonRow(short Year, DateTime SeededAt);
