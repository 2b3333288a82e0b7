using System.Reflection;
using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.Storage.ValueConversion;

namespace Dugout.Platform.Persistence;

/// <summary>
/// The model of all tables; the platform and each slice map their own in a <c>…Tables.cs</c>. It queries the server that <see cref="Consistency.Reads"/> chooses: usually a replica,
/// which may lag the primary slightly.
/// </summary>
/// <param name="options">Options with the server's address.</param>
/// <param name="slices">The assembly whose slices map their tables.</param>
public sealed class ReadContext(DbContextOptions<ReadContext> options, Assembly slices) : DbContext(options)
{
    /// <inheritdoc/>
    protected override void OnModelCreating(ModelBuilder modelBuilder) =>
        modelBuilder.ApplyConfigurationsFromAssembly(typeof(ReadContext).Assembly).ApplyConfigurationsFromAssembly(slices);

    /// <summary>All times are stored and read as UTC.</summary>
    protected override void ConfigureConventions(ModelConfigurationBuilder configurationBuilder) =>
        configurationBuilder.Properties<DateTime>().HaveConversion<UtcConverter>();

    /// <summary>MySQL's DATETIME has no time zone; this converter marks values as UTC.</summary>
    private sealed class UtcConverter() : ValueConverter<DateTime, DateTime>(
        time => time, time => DateTime.SpecifyKind(time, DateTimeKind.Utc));
}
