namespace Dugout.Features.Feed;

/// <summary>The row of a picture during its upload: two short writes without a transaction, so that no connection waits for the store.</summary>
public sealed class PictureRows(Databases databases, Deadline deadline, TimeProvider clock)
{
    private DateTime Now => clock.GetUtcNow().UtcDateTime.Microseconds();

    /// <summary>Creates the row, before the upload.</summary>
    /// <exception cref="OutcomeUnknownException">The connection to the primary broke.</exception>
    public Task BeginAsync(long pictureId, long accountId, string kind, int size) => WriteAsync(
        "INSERT INTO pictures (id, account_id, kind, size, begun_at) VALUES (@pictureId, @accountId, @kind, @size, @Now)", new { pictureId, accountId, kind, size, Now });

    /// <summary>Marks the picture as stored. The response needs no commit position: the post that shows the picture publishes one.</summary>
    /// <exception cref="OutcomeUnknownException">The connection to the primary broke.</exception>
    public Task StoredAsync(long pictureId) => WriteAsync(
        "UPDATE pictures SET stored_at = @Now WHERE id = @pictureId AND stored_at IS NULL AND collected_at IS NULL", new { pictureId, Now });

    private async Task WriteAsync(string sql, object values)
    {
        await using var connection = await databases.OpenPrimaryAsync(deadline.Token);
        try
        {
            await connection.ExecuteAsync(new(sql, values, cancellationToken: deadline.Token));
        }
        catch (Exception error) when (error.LeavesOutcomeOpen())
        {
            throw new OutcomeUnknownException(error);
        }
    }
}
