using Dapper;
using Microsoft.Extensions.Hosting;
using Microsoft.Extensions.Logging;
using Microsoft.Extensions.Options;
using MySqlConnector;

namespace Dugout.Features.Feed.Pictures;

/// <summary>
/// Collects pictures that no post shows: uploaded and never used, not known to have come to the store, or of a post that was deleted. Each is marked
/// first, so that no post can take it any more, then goes from the store, then its row: a job that dies in between leaves it to the next one. Any
/// number of workers may do it at once.
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
        error => log.LogWarning("Pictures that no post shows stay until the next look: {Reason}", error.Message),
        stoppingToken);

    /// <summary>Collects all that are old enough now.</summary>
    /// <returns>How many there were.</returns>
    /// <exception cref="MySqlException">The primary is unavailable.</exception>
    /// <exception cref="PictureStoreUnavailableException">The store didn't; those that are left come at the next look.</exception>
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
            return 0; // A post has taken it, or another worker.

        await store.DeleteAsync(pictureId, cancellation);
        return await ChangeAsync(Forget, values, cancellation);
    }

    /// <summary>One statement that commits by itself; the connection is given back before the store is called.</summary>
    private async Task<int> ChangeAsync(string sql, object values, CancellationToken cancellation)
    {
        await using var connection = await databases.OpenPrimaryAsync(cancellation);
        return await connection.ExecuteAsync(new(sql, values, cancellationToken: cancellation));
    }

    /// <summary>The next ones, the oldest first.</summary>
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
