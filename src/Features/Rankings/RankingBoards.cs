using System.Collections.Concurrent;
using System.Globalization;
using System.Text.Json;
using Microsoft.Extensions.Options;
using StackExchange.Redis;

namespace Dugout.Features.Rankings;

/// <summary>
/// The rankings as all processes see them, in Redis. A process asks for a board twice a second at most, however many look at it, so what is published is seen
/// everywhere a second later. While Redis is away it shows what it has seen last. Nothing is shown that is older than
/// <see cref="RankingsOptions.StaleSeconds"/>.
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

    /// <summary>Has seen none yet.</summary>
    public RankingBoards(RedisStore redis, IEnumerable<IRankingSource> sources, IOptions<RankingsOptions> options, TimeProvider clock)
    {
        ArgumentNullException.ThrowIfNull(options);
        _names = [.. sources.Select(source => source.Ranking)];
        (_redis, _options, _clock) = (redis, options.Value, clock);
        _boards = new(QueryAsync, clock);
    }

    /// <summary>Whether something is ranked under this name.</summary>
    public bool Has(string ranking) => _names.Contains(ranking);

    /// <summary>A board as it may be shown now; null where nobody has counted it of late.</summary>
    /// <param name="field">One of those there are, see <see cref="CountRankings.FieldOf"/>: what is asked for is kept.</param>
    /// <param name="cancellation">Cancels the operation.</param>
    public async Task<RankingBoard?> FindAsync(string field, CancellationToken cancellation) =>
        await _boards.GetAsync(field, cancellation) is { } board && _clock.GetUtcNow().UtcDateTime - board.Until <= TimeSpan.FromSeconds(_options.StaleSeconds)
            ? board
            : null;

    /// <summary>Whether there are any.</summary>
    /// <exception cref="RedisUnavailableException">Redis is unavailable.</exception>
    public Task<bool> AreThereAsync(CancellationToken cancellation) =>
        _redis.QueryAsync("find rankings", database => database.KeyExistsAsync(RankingsRedisKeys.Rankings), cancellation);

    /// <summary>Puts boards in the place of those before.</summary>
    /// <param name="token">The number of the turn they were counted in.</param>
    /// <param name="boards">All of them, by field.</param>
    /// <param name="cancellation">Cancels the operation.</param>
    /// <returns>False where somebody with a later turn has published already.</returns>
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
            "publish rankings", database => database.ScriptEvaluateAsync(PublishScript, [RankingsRedisKeys.Rankings], arguments), cancellation);
        return (long)published == 1;
    }

    private async Task<RankingBoard?> QueryAsync(string field)
    {
        try
        {
            var body = await _redis.QueryAsync("read ranking", database => database.HashGetAsync(RankingsRedisKeys.Rankings, field), CancellationToken.None);
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
