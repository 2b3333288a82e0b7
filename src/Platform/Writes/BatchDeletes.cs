using System.Collections.Concurrent;
using Microsoft.EntityFrameworkCore;
using MySqlConnector;

namespace Dugout.Platform.Writes;

/// <summary>Deletes rows from the primary that no rule and no client needs any more, in batches to keep locks short. Several workers may delete the same rows.</summary>
public sealed class BatchDeletes(Databases databases, SliceTables slices)
{
    private const int BatchSize = 1_000;

    /// <summary>By address of the primary, which in a cluster may change.</summary>
    private readonly ConcurrentDictionary<string, DbContextOptions<DeleteContext>> _options = new();

    /// <summary>Deletes until no row is left. The caller's wait ends with its token, a statement does not: see <see cref="LeasedConnection"/>.</summary>
    /// <param name="rows">The rows to delete, in the order of an index.</param>
    /// <param name="cancellation">Ends the wait of the caller.</param>
    /// <returns>The number of deleted rows.</returns>
    /// <exception cref="MySqlException">The primary is unavailable.</exception>
    public async Task<int> RunAsync<T>(Func<DeleteContext, IOrderedQueryable<T>> rows, CancellationToken cancellation)
    {
        ArgumentNullException.ThrowIfNull(rows);
        var total = 0;
        int deleted;
        do
        {
            deleted = await BatchAsync(rows, cancellation).WaitAsync(cancellation);
            total += deleted;
        }
        while (deleted == BatchSize);
        return total;
    }

    private async Task<int> BatchAsync<T>(Func<DeleteContext, IOrderedQueryable<T>> rows, CancellationToken cancellation)
    {
        await using var context = new DeleteContext(_options.GetOrAdd(databases.Primary, slices.OptionsFor<DeleteContext>));
        await context.Database.OpenConnectionAsync(cancellation);
        return await rows(context).Take(BatchSize).ExecuteDeleteAsync(CancellationToken.None);
    }
}

/// <summary>The rows of the primary, for <see cref="BatchDeletes"/>.</summary>
/// <param name="options">Options with the primary's address and the model.</param>
public sealed class DeleteContext(DbContextOptions<DeleteContext> options) : DbContext(options);
