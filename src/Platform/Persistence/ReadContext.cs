using System.Reflection;
using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.Storage.ValueConversion;

namespace Dugout.Platform.Persistence;

/// <summary>
/// The one model of all slices' rows; each slice maps its own in its <c>…Tables.cs</c>. On whichever server <see cref="Consistency.Reads"/> chooses: a replica
/// mostly, a moment behind the primary.
/// </summary>
/// <param name="options">Where it reads.</param>
/// <param name="slices">The assembly whose slices map their tables.</param>
public sealed class ReadContext(DbContextOptions<ReadContext> options, Assembly slices) : DbContext(options)
{
    /// <inheritdoc/>
    protected override void OnModelCreating(ModelBuilder modelBuilder) =>
        modelBuilder.ApplyConfigurationsFromAssembly(slices);

    /// <summary>All times are stored and read as UTC.</summary>
    protected override void ConfigureConventions(ModelConfigurationBuilder configurationBuilder) =>
        configurationBuilder.Properties<DateTime>().HaveConversion<UtcConverter>();

    /// <summary>MySQL's DATETIME knows no time zone; this says that ours are UTC.</summary>
    private sealed class UtcConverter() : ValueConverter<DateTime, DateTime>(
        time => time, time => DateTime.SpecifyKind(time, DateTimeKind.Utc));
}
