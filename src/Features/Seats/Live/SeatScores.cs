using System.Globalization;
using Dugout.Features.Catalog;
using Microsoft.Extensions.Options;
using StackExchange.Redis;

namespace Dugout.Features.Seats;

/// <summary>
/// Reads the scores of a game's seats, and listens to their changes: while a replica streams a game, every script that changes a grade's seats publishes each change on the channel
/// named like their key. Each full read asks for that until well after the next one.
/// </summary>
internal sealed class SeatScores(RedisStore redis, SeatsQueries queries, IOptions<SeatStreamsOptions> options)
{
    private const string Complete = "0";

    /// <summary>Number of full reads that may fail before changes are no longer published.</summary>
    private const int MissedReads = 3;

    private static readonly string StreamScript = RedisScript.Of(typeof(SeatScores), "Scripts.seats", "Scripts.stream");

    /// <summary>A seat with its score; 0 if it is free.</summary>
    public readonly record struct Seat(long GradeId, int Number, long Score);

    /// <summary>Reads all seats into a board. Sold and blocked seats that Redis does not know come from the primary; holds that Redis does not know are lost.</summary>
    /// <exception cref="MySqlConnector.MySqlException">Redis does not know the seats, and the primary is unavailable.</exception>
    public async Task ReadAsync(long gameId, CatalogQueries.SaleTerms terms, SeatBoard board, CancellationToken cancellation)
    {
        var entries = await Task.WhenAll(terms.Grades.Select(grade => EntriesAsync(gameId, grade.GradeId, cancellation)));
        var known = terms.Grades.Zip(entries).ToList();
        var claims = entries.All(IsComplete) ? null : (await queries.ClaimedAsync(gameId, cancellation)).ToLookup(claim => claim.GradeId);
        foreach (var (grade, found) in known)
        {
            if (found is not null)
                board.Replace(grade.GradeId, SeatsOf(found));
            if (!IsComplete(found))
                board.ReplaceClaims(grade.GradeId, claims![grade.GradeId]);
        }
    }

    /// <summary>Prepares a subscription to all changes of a game.</summary>
    /// <param name="gameId">The game.</param>
    /// <param name="terms">Its sale terms.</param>
    /// <param name="changed">Receives the changes, on any thread.</param>
    /// <param name="missed">Is called when changes may have been lost.</param>
    public Subscription Listen(long gameId, CatalogQueries.SaleTerms terms, Action<Seat> changed, Action missed) =>
        new(redis, [.. terms.Grades.Select(grade => (Channel(gameId, grade.GradeId), grade.GradeId))], changed, missed);

    private static RedisChannel Channel(long gameId, long gradeId) => RedisChannel.Literal((string)SeatsRedisKeys.Seats(gameId, gradeId)!);

    /// <summary>The seats among the members, which are also holds.</summary>
    private static IEnumerable<(int Number, long Score)> SeatsOf(SortedSetEntry[] entries)
    {
        foreach (var entry in entries)
            if (entry.Element.TryParse(out int number))
                yield return (number, (long)entry.Score);
    }

    private static bool IsComplete(SortedSetEntry[]? entries) => entries is not null && Array.Exists(entries, entry => entry.Element == Complete);

    /// <summary>What Redis knows of a grade; null while it is unavailable.</summary>
    private async Task<SortedSetEntry[]?> EntriesAsync(long gameId, long gradeId, CancellationToken cancellation)
    {
        var key = SeatsRedisKeys.Seats(gameId, gradeId);
        try
        {
            return await redis.QueryAsync("read seats", async database =>
            {
                // Changes are published before the seats are read, so none is missed between the two.
                var published = database.RunAsync(StreamScript, [key], [options.Value.ResyncSeconds * 1000L * MissedReads, SeatAvailability.KeepMilliseconds]);
                var entries = database.SortedSetRangeByRankWithScoresAsync(key, flags: CommandFlags.DemandMaster);
                await published;
                return await entries;
            }, cancellation);
        }
        catch (RedisUnavailableException)
        {
            return null;
        }
    }

    /// <summary>A subscription that the client restores by itself after a lost connection.</summary>
    public sealed class Subscription(RedisStore redis, IReadOnlyList<(RedisChannel Channel, long GradeId)> channels, Action<Seat> changed, Action missed) : IAsyncDisposable
    {
        private readonly List<(RedisChannel Channel, Action<RedisChannel, RedisValue> Receive)> _handlers =
            [.. channels.Select(channel => (channel.Channel, (Action<RedisChannel, RedisValue>)((_, message) => Receive(channel.GradeId, message, changed))))];

        private bool _hasBegun;

        /// <summary>Subscribes, unless that is done. While Redis is unavailable there are no changes to receive: the next full read subscribes.</summary>
        public async Task EnsureAsync() => _hasBegun = _hasBegun || await TryAsync("subscribe to seats", async (connection, subscriber) =>
        {
            connection.ConnectionRestored -= Missed;
            connection.ConnectionRestored += Missed;
            await Task.WhenAll(_handlers.Select(handler => subscriber.SubscribeAsync(handler.Channel, handler.Receive)));
        });

        /// <inheritdoc/>
        public async ValueTask DisposeAsync() => await TryAsync("unsubscribe from seats", async (connection, subscriber) =>
        {
            connection.ConnectionRestored -= Missed;
            await Task.WhenAll(_handlers.Select(handler => subscriber.UnsubscribeAsync(handler.Channel, handler.Receive)));
        });

        private async Task<bool> TryAsync(string name, Func<IConnectionMultiplexer, ISubscriber, Task> run)
        {
            try
            {
                return await redis.QueryAsync(name, async database =>
                {
                    await run(database.Multiplexer, database.Multiplexer.GetSubscriber());
                    return true;
                }, CancellationToken.None);
            }
            catch (RedisUnavailableException)
            {
                return false;
            }
        }

        private void Missed(object? sender, ConnectionFailedEventArgs connection) => missed();

        private static void Receive(long gradeId, RedisValue message, Action<Seat> changed)
        {
            if (((string?)message)?.Split(':') is not [.. var numbers, var score])
                return;
            foreach (var number in numbers)
                changed(new(gradeId, int.Parse(number, CultureInfo.InvariantCulture), long.Parse(score, CultureInfo.InvariantCulture)));
        }
    }
}
