using System.Reflection;
using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.Metadata;
using Microsoft.EntityFrameworkCore.Storage;
using Microsoft.EntityFrameworkCore.Storage.ValueConversion;

namespace Dugout.Platform.Persistence;

/// <summary>
/// The model of all tables, which a process builds once for its contexts; the platform and each slice map their own in a <c>…Tables.cs</c>.
/// </summary>
/// <param name="version">The server version selects the SQL dialect.</param>
/// <param name="slices">The assembly whose slices map their tables.</param>
public sealed class SliceTables(ServerVersion version, Assembly slices)
{
    private readonly Lazy<IModel> _model = new(() =>
    {
        using var builder = new Builder(new DbContextOptionsBuilder().UseMySql(version).Options, slices);
        return builder.Model;
    });

    /// <summary>Options of contexts for a server.</summary>
    /// <param name="address">The server's connection string.</param>
    public DbContextOptions<T> OptionsFor<T>(string address)
        where T : DbContext => new DbContextOptionsBuilder<T>()
        // Without retries errors arrive as the driver throws them, and no statement runs a second time unless its caller decides so.
        .UseMySql(address, version, mysql => mysql.ExecutionStrategy(context => new NonRetryingExecutionStrategy(context)))
        .UseModel(_model.Value)
        .UseQueryTrackingBehavior(QueryTrackingBehavior.NoTracking).Options;

    /// <summary>Builds the model.</summary>
    /// <param name="options">Options with the server version.</param>
    /// <param name="slices">The assembly whose slices map their tables.</param>
    public sealed class Builder(DbContextOptions options, Assembly slices) : DbContext(options)
    {
        /// <inheritdoc/>
        protected override void OnModelCreating(ModelBuilder modelBuilder) =>
            modelBuilder.ApplyConfigurationsFromAssembly(typeof(Builder).Assembly).ApplyConfigurationsFromAssembly(slices);

        /// <summary>All times are stored and read as UTC.</summary>
        protected override void ConfigureConventions(ModelConfigurationBuilder configurationBuilder) =>
            configurationBuilder.Properties<DateTime>().HaveConversion<UtcConverter>();

        /// <summary>MySQL's DATETIME has no time zone; this converter marks values as UTC.</summary>
        private sealed class UtcConverter() : ValueConverter<DateTime, DateTime>(
            time => time, time => DateTime.SpecifyKind(time, DateTimeKind.Utc));
    }
}
