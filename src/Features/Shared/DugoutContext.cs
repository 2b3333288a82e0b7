using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.Storage.ValueConversion;

namespace Dugout.Features.Shared;

/// <summary>
/// The one model of all slices' rows; each slice maps its own in its <c>…Tables.cs</c>. Never used itself: take
/// <see cref="PrimaryContext"/> to write or to read what has just been written, <see cref="ReadContext"/> to browse.
/// </summary>
public abstract class DugoutContext(DbContextOptions options) : DbContext(options)
{
    /// <inheritdoc/>
    protected override void OnModelCreating(ModelBuilder modelBuilder) =>
        modelBuilder.ApplyConfigurationsFromAssembly(typeof(DugoutContext).Assembly);

    /// <summary>All times are stored and read as UTC.</summary>
    protected override void ConfigureConventions(ModelConfigurationBuilder configurationBuilder) =>
        configurationBuilder.Properties<DateTime>().HaveConversion<UtcConverter>();

    /// <summary>MySQL's DATETIME knows no time zone; this says that ours are UTC.</summary>
    private sealed class UtcConverter() : ValueConverter<DateTime, DateTime>(
        time => time, time => DateTime.SpecifyKind(time, DateTimeKind.Utc));
}

/// <summary>The model on the primary server: sees every committed write, and writes.</summary>
public sealed class PrimaryContext(DbContextOptions<PrimaryContext> options) : DugoutContext(options);

/// <summary>The model on whichever server <see cref="Replication.Reads"/> chooses: a replica mostly, a moment behind the primary.</summary>
public sealed class ReadContext(DbContextOptions<ReadContext> options) : DugoutContext(options);
