using System.Collections.Concurrent;
using System.Globalization;
using System.Text.Json;
using Microsoft.Extensions.Options;
using StackExchange.Redis;

namespace Dugout.Features.Rankings;

/// <summary>
/// The published rankings in Redis, shared by all processes. A process reads a board at most twice a second, however many clients
/// request it, so a published ranking is visible everywhere within a second. While Redis is unavailable the last read board is
/// returned. A board older than <see cref="RankingsOptions.StaleSeconds"/> is never returned.
/// </summary>
public sealed class RankingBoards
{
    private static readonly string PublishScript = RedisScript.Of(typeof(RankingBoards), "publish");

    private readonly RedisStore _redis;
    private readonly RankingsOptions _options;
    private readonly TimeProvider _clock;
    private readonly RefreshAheadCache<string, RankingBoard> _boards;
    private readonly HashSet<string> _names;
    private readonly ConcurrentDictionary<string, RankingBoard> _last = new();

    /// <summary>Starts without any board.</summary>
    public RankingBoards(RedisStore redis, IEnumerable<IRankingSource> sources, IOptions<RankingsOptions> options, TimeProvider clock)
    {
        ArgumentNullException.ThrowIfNull(options);
        _names = [.. sources.Select(source => source.Ranking)];
        (_redis, _options, _clock) = (redis, options.Value, clock);
        _boards = new(QueryAsync, clock);
    }

    /// <summary>Whether a ranking with this name exists.</summary>
    public bool Has(string ranking) => _names.Contains(ranking);

    /// <summary>A current board; null if there is no recent count.</summary>
    /// <param name="field">An existing field, see <see cref="CountRankings.FieldOf"/>: every requested field is cached.</param>
    /// <param name="cancellation">Cancels the operation.</param>
    public async Task<RankingBoard?> FindAsync(string field, CancellationToken cancellation) =>
        await _boards.GetAsync(field, cancellation) is { } board && _clock.GetUtcNow().UtcDateTime - board.Until <= TimeSpan.FromSeconds(_options.StaleSeconds)
            ? board
            : null;

    /// <summary>Whether any rankings are published.</summary>
    /// <exception cref="RedisUnavailableException">Redis is unavailable.</exception>
    public Task<bool> AreThereAsync(CancellationToken cancellation) =>
        _redis.QueryAsync("find rankings", database => database.KeyExistsAsync(RankingsRedisKeys.Rankings, CommandFlags.DemandMaster), cancellation);

    /// <summary>Replaces the published boards.</summary>
    /// <param name="token">The fencing token of the lease they were counted under.</param>
    /// <param name="boards">All boards, by field.</param>
    /// <param name="cancellation">Cancels the operation.</param>
    /// <returns>False if boards with a later token are already published.</returns>
    /// <exception cref="RedisUnavailableException">Redis is unavailable.</exception>
    public async Task<bool> PublishAsync(long token, IReadOnlyDictionary<string, RankingBoard> boards, CancellationToken cancellation)
    {
        ArgumentNullException.ThrowIfNull(boards);
        RedisValue[] arguments =
        [
            token.ToString(CultureInfo.InvariantCulture), _options.StaleSeconds * 1_000L,
            .. boards.SelectMany(board => (RedisValue[])[board.Key, JsonSerializer.SerializeToUtf8Bytes(board.Value, JsonSerializerOptions.Web)]),
        ];
        var published = await _redis.QueryAsync(
            "publish rankings", database => database.RunAsync(PublishScript, [RankingsRedisKeys.Rankings], arguments), cancellation);
        return (long)published == 1;
    }

    private async Task<RankingBoard?> QueryAsync(string field)
    {
        try
        {
            var body = await _redis.QueryAsync("read ranking", database => database.HashGetAsync(RankingsRedisKeys.Rankings, field, CommandFlags.DemandMaster), CancellationToken.None);
            if (body.IsNull)
                return null;
            return _last[field] = JsonSerializer.Deserialize<RankingBoard>((byte[])body!, JsonSerializerOptions.Web)!;
        }
        catch (RedisUnavailableException)
        {
            return _last.GetValueOrDefault(field);
        }
    }
}
