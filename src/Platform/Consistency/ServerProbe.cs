using MySqlConnector;

namespace Dugout.Platform.Consistency;

/// <summary>Queries a server and does not wait for one that hangs. Every error counts as a fault of the server and never ends the watch.</summary>
internal sealed class ServerProbe(ReplicasOptions options, TimeProvider clock)
{
    /// <summary>Returns the only row, or what is wrong with the server.</summary>
    public async Task<(T? Value, string? Fault)> QueryAsync<T>(string address, string sql, CancellationToken cancellation)
        where T : class
    {
        var deadline = TimeSpan.FromMilliseconds(options.PollMilliseconds);
        var asking = QueryAsync();
        try
        {
            return (await asking.WaitAsync(deadline, clock, cancellation), null);
        }
        catch (Exception error) when (!cancellation.IsCancellationRequested)
        {
            return (null, error is TimeoutException or OperationCanceledException ? "no response" : (error as MySqlException)?.ErrorCode.ToString() ?? error.Message);
        }

        async Task<T> QueryAsync()
        {
            using var stop = CancellationTokenSource.CreateLinkedTokenSource(cancellation);
            stop.CancelAfter(deadline);
            await using var connection = await LeasedConnection.OpenAsync(address, stop.Token);
            return await connection.QuerySingleAsync<T>(new(sql, commandTimeout: 1, cancellationToken: stop.Token));
        }
    }
}
