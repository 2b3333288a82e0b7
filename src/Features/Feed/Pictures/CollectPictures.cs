using Dapper;
using Microsoft.Extensions.Hosting;
using Microsoft.Extensions.Logging;
using Microsoft.Extensions.Options;
using MySqlConnector;

namespace Dugout.Features.Feed;

/// <summary>
/// Deletes pictures without a post: never used, not confirmed as stored, or of a deleted post. Each is first marked, so that no
/// post can use it, then deleted from the store, then its row is deleted; the next run completes an interrupted one. Several
/// workers may run it concurrently.
/// </summary>
public sealed class CollectPictures(
    Databases databases, IPictureStore store, IOptions<FeedOptions> options, TimeProvider clock, ILogger<CollectPictures> log) : BackgroundService
{
    private const int PageSize = 100;

    private sealed record Orphan(long Id, DateTime BegunAt);

    /// <inheritdoc/>
    protected override Task ExecuteAsync(CancellationToken stoppingToken) => PeriodicJob.RunAsync(
        TimeSpan.FromMilliseconds(options.Value.CollectMilliseconds), clock, CollectAsync,
        error => error.IsOfTheDatabase() || error is PictureStoreUnavailableException,
        error => log.LogWarning("Could not delete unused pictures: {Reason}; retrying at the next clean-up", error.Message),
        stoppingToken);

    /// <summary>Deletes all pictures that are old enough.</summary>
    /// <returns>The number of deleted pictures.</returns>
    /// <exception cref="MySqlException">The primary is unavailable.</exception>
    /// <exception cref="PictureStoreUnavailableException">The store is unavailable; the next poll continues with the rest.</exception>
    public async Task<int> CollectAsync(CancellationToken cancellation)
    {
        var before = clock.GetUtcNow().UtcDateTime.AddSeconds(-options.Value.OrphanSeconds);
        var (collected, last) = (0, new Orphan(0, DateTime.UnixEpoch));
        List<Orphan> page;
        do
        {
            page = await ReadAsync(before, last, cancellation);
            foreach (var orphan in page)
                collected += await CollectAsync(orphan.Id, cancellation);
            last = page is [.., var end] ? end : last;
        }
        while (page.Count == PageSize);
        return collected;
    }

    private async Task<int> CollectAsync(long pictureId, CancellationToken cancellation)
    {
        const string Mark = "UPDATE pictures FORCE INDEX (PRIMARY) SET collected_at = COALESCE(collected_at, @now) WHERE id = @pictureId AND post_id IS NULL";
        const string Forget = "DELETE FROM pictures WHERE id = @pictureId AND collected_at IS NOT NULL";
        var values = new { pictureId, now = clock.GetUtcNow().UtcDateTime };
        if (await ChangeAsync(Mark, values, cancellation) == 0)
            return 0; // A post or another worker has taken it.

        await store.DeleteAsync(pictureId, cancellation);
        return await ChangeAsync(Forget, values, cancellation);
    }

    /// <summary>Executes one autocommit statement; the connection is returned before the store is called.</summary>
    private async Task<int> ChangeAsync(string sql, object values, CancellationToken cancellation)
    {
        await using var connection = await databases.OpenPrimaryAsync(cancellation);
        return await connection.ExecuteAsync(new(sql, values, cancellationToken: cancellation));
    }

    /// <summary>The next orphaned pictures, oldest first.</summary>
    private async Task<List<Orphan>> ReadAsync(DateTime before, Orphan last, CancellationToken cancellation)
    {
        const string Sql = """
            SELECT id AS Id, begun_at AS BegunAt FROM pictures
            WHERE post_id IS NULL AND begun_at < @before AND (begun_at > @Time OR (begun_at = @Time AND id > @Id))
            ORDER BY begun_at, id LIMIT @rows
            """;
        await using var connection = await databases.OpenPrimaryAsync(cancellation);
        var values = new { before, Time = last.BegunAt, last.Id, rows = PageSize };
        return (await connection.QueryAsync<Orphan>(new(Sql, values, cancellationToken: cancellation))).AsList();
    }
}
