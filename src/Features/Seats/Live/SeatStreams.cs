using System.Security.Claims;
using Dugout.Features.Accounts;
using Dugout.Features.Catalog;
using Microsoft.AspNetCore.Connections.Features;
using Microsoft.AspNetCore.Http;
using Microsoft.Extensions.Hosting;
using Microsoft.Extensions.Logging;
using Microsoft.Extensions.Options;

namespace Dugout.Features.Seats;

/// <summary>Opens streams of seat changes, and runs one <see cref="SeatSource"/> for each game that has streams.</summary>
internal sealed class SeatStreams(
    SeatScores seats, CatalogQueries catalog, AccountsQueries accounts, StreamLimits limits, IOptions<SeatStreamsOptions> options, TimeProvider clock,
    IHostApplicationLifetime life, ILogger<SeatStreams> log)
{
    /// <summary>How long a source outlives its last stream: clients that lose a connection come back within this time.</summary>
    private static readonly TimeSpan Idle = TimeSpan.FromSeconds(10);

    private readonly Lock _lock = new();
    private readonly Dictionary<long, SeatSource> _sources = [];

    /// <summary>Opens a stream, which ends with its response.</summary>
    /// <param name="gameId">The game.</param>
    /// <param name="terms">Its sale terms.</param>
    /// <param name="last">The version that the client has; null if it has none.</param>
    /// <param name="context">The request.</param>
    /// <returns>The stream; null if its client has too many.</returns>
    /// <exception cref="MySqlConnector.MySqlException">Neither Redis nor the primary knows the seats.</exception>
    public async Task<SeatStream?> OpenAsync(long gameId, CatalogQueries.SaleTerms terms, string? last, HttpContext context)
    {
        var address = context.Connection.RemoteIpAddress?.ToString() ?? "";
        if (limits.TryEnter(address, context.User.FindFirstValue(CurrentAccount.IdClaim)) is not { } leaveLimits)
            return null;

        SeatSource? source = null;
        // The server asks for the end of its connections when it stops; a test host doesn't.
        var stopping = context.Features.Get<IConnectionLifetimeNotificationFeature>()?.ConnectionClosedRequested ?? life.ApplicationStopping;
        var stream = new SeatStream(options.Value.Backlog, accounts.RevocationOf(context.User), stream =>
        {
            leaveLimits();
            source?.Remove(stream);
        }, stopping);
        context.Response.RegisterForDispose(stream);
        source = SourceOf(gameId, terms);
        await source.Ready.WaitAsync(context.RequestAborted);
        source.Add(stream, last);
        return stream;
    }

    private SeatSource SourceOf(long gameId, CatalogQueries.SaleTerms terms)
    {
        lock (_lock)
        {
            if (_sources.TryGetValue(gameId, out var running))
                return running;
            var source = _sources[gameId] = new(gameId, terms, seats, options.Value, clock);
            _ = RunAsync(gameId, source);
            return source;
        }
    }

    private async Task RunAsync(long gameId, SeatSource source)
    {
        var used = clock.GetTimestamp();
        try
        {
            // Leaves the lock of the caller first.
            await Task.Yield();
            await source.RunAsync(GoesOnAsync, life.ApplicationStopped);
        }
        catch (Exception error) when (error.IsOfTheDatabase() || error is OperationCanceledException)
        {
            log.LogWarning("Could not follow the seats of game {GameId}: {Reason}; its streams have ended, and the next one tries again", gameId, error.Message);
        }
        finally
        {
            lock (_lock)
                _sources.Remove(gameId);
        }

        async Task<bool> GoesOnAsync()
        {
            if (source.Streams > 0)
                used = clock.GetTimestamp();
            if (clock.GetElapsedTime(used) > Idle)
                return false;
            try
            {
                await accounts.KnowRevocationsAsync(life.ApplicationStopped);
                return await catalog.SaleTermsAsync(gameId, life.ApplicationStopped) is { } terms && SeatsProblems.OfSale(terms, clock.GetUtcNow().UtcDateTime) is null;
            }
            catch (Exception error) when (error.IsOfTheDatabase())
            {
                // The seats are public: without the primary, streams go on with what Redis knows.
                return true;
            }
        }
    }
}
