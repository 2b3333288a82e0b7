using Dugout.Features.Rankings;
using Microsoft.AspNetCore.Mvc.Testing;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Logging.Abstractions;
using Microsoft.Extensions.Options;
using Microsoft.Extensions.Time.Testing;
using Xunit;

namespace Dugout.Features.Tests.Rankings;

/// <summary>Tests that share a shop of their own and run one after the other, since rankings cover all rows.</summary>
[CollectionDefinition(nameof(RankedShop))]
public sealed class TheRankedShop : ICollectionFixture<RankedShop>;

/// <summary>
/// A shop of its own. Each test has a year of its own, far ahead, in which its rows lie and at which its workers' clock stands: so that no test sees another's rows.
/// </summary>
public sealed class RankedShop : Shop
{
    private const int FirstYear = 2031;

    private int _years;
    private long _ids = 1_000_000;

    /// <summary>Noon of a day that no other test uses, a year apart from all others.</summary>
    public DateTime NextNoon() => new(FirstYear + (2 * Interlocked.Increment(ref _years)), 6, 15, 12, 0, 0, DateTimeKind.Utc);

    /// <summary>Reserves seats of a game at a moment, as rows.</summary>
    /// <returns>The reservation.</returns>
    public async Task<long> ReserveAsync(long game, int seats, DateTime at)
    {
        var id = Interlocked.Increment(ref _ids);
        await ChangeAsync("INSERT INTO reservations (id, account_id, game_id, total, reserved_at) VALUES (@id, 1, @game, 0, @at)", new { id, game, at });
        await ChangeAsync("INSERT INTO reservation_seats (reservation_id, grade_id, number, price) VALUES (@id, 1, @number, 0)",
            Enumerable.Range(1, seats).Select(number => new { id, number }).ToList());
        return id;
    }

    /// <summary>Inserts an order of a product, with the steps of its state.</summary>
    public async Task OrderAsync(long product, int quantity, DateTime at, string state = "paid")
    {
        var id = Interlocked.Increment(ref _ids);
        await ChangeAsync(
            """
            INSERT INTO orders (id, account_id, state, discount, total, payment_id, ordered_at) VALUES (@id, 1, @state, 0, 1, CONCAT('ranked-', @id), @at);
            INSERT INTO order_lines (order_id, product_id, name, quantity, price) VALUES (@id, @product, 'x', @quantity, 1)
            """, new { id, product, quantity, at, state });
    }

    /// <summary>Writes a talk post at a moment, as a row.</summary>
    public async Task<long> WriteAsync(long fan, long? team, DateTime at)
    {
        var id = Interlocked.Increment(ref _ids);
        await ChangeAsync("INSERT INTO talk_posts (id, account_id, team_id, title, body, written_at) VALUES (@id, @fan, @team, 'x', 'x', @at)", new { id, fan, team, at });
        return id;
    }

    /// <summary>Writes a post of the feed about teams at a moment, as rows.</summary>
    public async Task<long> PostAsync(long fan, DateTime at, params long[] teams)
    {
        var id = Interlocked.Increment(ref _ids);
        await ChangeAsync("INSERT INTO posts (id, account_id, text, posted_at) VALUES (@id, @fan, '오늘도 이겼다', @at)", new { id, fan, at });
        await ChangeAsync("INSERT INTO post_teams (post_id, team_id, posted_at) VALUES (@id, @team, @at)", teams.Select(team => new { id, team, at }).ToList());
        return id;
    }

    /// <summary>Fans like a post of the feed at a moment, as rows.</summary>
    public Task LikeAsync(long post, DateTime at, params long[] fans) =>
        ChangeAsync("INSERT INTO post_likes (post_id, account_id, liked_at) VALUES (@post, @fan, @at)", fans.Select(fan => new { post, fan, at }).ToList());

    /// <summary>A place for workers: it has no read replica, so that what is counted is what was just written.</summary>
    internal WebApplicationFactory<Program> WorkersHost(params (string Name, string Value)[] settings) => Replica([("ConnectionStrings:Replica1", ""), .. settings]);

    /// <summary>A worker that counts on request, with a fixed clock or the real one.</summary>
    internal static RefreshRankings Worker(WebApplicationFactory<Program> host, DateTime? at = null) => new(
        ActivatorUtilities.CreateInstance<RankingLease>(host.Services), Counter(host), host.Services.GetRequiredService<RankingBoards>(),
        host.Services.GetRequiredService<IOptions<RankingsOptions>>(), at is { } moment ? new FakeTimeProvider(DateTime.SpecifyKind(moment, DateTimeKind.Utc)) : TimeProvider.System, NullLogger<RefreshRankings>.Instance);

    internal static CountRankings Counter(WebApplicationFactory<Program> host) => ActivatorUtilities.CreateInstance<CountRankings>(host.Services);

    /// <summary>Makes a refresh due, with an expired lease.</summary>
    public Task MakeDueAsync() => ChangeAsync("UPDATE ranking_leases SET due_at = '2000-01-01', held_until = '2000-01-01'", new { });

    /// <summary>Counts as of a moment.</summary>
    public async Task RefreshAsync(DateTime at)
    {
        await using var host = WorkersHost();
        await MakeDueAsync();
        using var worker = Worker(host, at);
        Assert.True(await worker.RefreshAsync(TestContext.Current.CancellationToken));
    }

    /// <summary>A ranking as a replica shows it, once it is the one that was counted at a moment.</summary>
    public static Task<Answer> ShowAsync(HttpClient replica, string path, DateTime countedAt) => Until.TrueAsync(
        () => replica.GetAnswerAsync($"/api/rankings/{path}"),
        answer => answer.Code is null && answer.Json.GetProperty("until").GetDateTime() == countedAt);

    /// <summary>Its places: which, what, how many points.</summary>
    public static IReadOnlyList<(int Place, long Id, long Points)> Places(Answer answer) => [.. answer.Json.GetProperty("items").EnumerateArray()
        .Select(item => (item.GetProperty("place").GetInt32(), item.GetProperty("id").GetInt64(), item.GetProperty("points").GetInt64()))];
}
