using System.Collections.Concurrent;
using System.Diagnostics;
using System.Net;
using System.Text;
using Aspire.Hosting;
using Aspire.Hosting.ApplicationModel;
using Dapper;
using Dugout.Infrastructure.Model;
using Dugout.Infrastructure.Run;
using Dugout.Tests.Support;
using MySqlConnector;
using Xunit;

namespace Dugout.Features.Tests.Platform;

/// <summary>
/// A shop of its own, so that the same rows lie there whatever other tests do. One replica, which does the worker's jobs, too,
/// gets every request; its statements are recorded. Then the tables are filled as after weeks of sale, with
/// many rows of the same game and fan, and the primary says how it would run each statement.
/// </summary>
public sealed partial class FilledShop : Shop
{
    /// <summary>The queried grade has rows up to this number; the requests use seats above it.</summary>
    private const int FilledSeats = 2_000;

    /// <summary>A campaign whose count is at its stock although no coupon exists.</summary>
    public const long SoldOutCampaign = 900;

    /// <summary>A picture that no post shows, for the job that collects such.</summary>
    private const long OrphanedPicture = 900;

    /// <summary>How long filling may take, in seconds: many times what it does.</summary>
    private const int FillSeconds = 300;

    /// <summary>As many posts lie on the talk board, and in the feed: pages of both are to cost no more for that.</summary>
    public const int ManyPosts = 200_000;

    private readonly ConcurrentQueue<string> _textsWithoutReset = new();
    private readonly List<QueryPlan> _plans = [];
    private readonly List<QueryPlan> _lockingPlans = [];

    /// <summary>Described operations without a request.</summary>
    public IReadOnlyList<string> NotAsked { get; private set; } = [];

    /// <summary>The shapes of all texts that were sent.</summary>
    internal IReadOnlySet<string> Texts { get; private set; } = new HashSet<string>();

    /// <summary>The statements sent over connections without reset, by the driver's telemetry.</summary>
    internal IReadOnlyCollection<string> TextsWithoutReset => _textsWithoutReset;

    /// <summary>The plan of each statement that looks for rows.</summary>
    internal IReadOnlyList<QueryPlan> Plans => _plans;

    /// <summary>The plan of each statement that locks what it finds, on a server that takes every table for empty, as it does when many rows have just come.</summary>
    internal IReadOnlyList<QueryPlan> LockingPlans => _lockingPlans;

    /// <summary>Every key that finds one row, as <c>table.key</c>.</summary>
    internal IReadOnlySet<string> UniqueKeys { get; private set; } = new HashSet<string>();

    public override async ValueTask InitializeAsync()
    {
        if (IsOnMySql)
            return;
        await base.InitializeAsync();
        var (fan, by, game) = (await NextFanAsync(), await NextOperatorAsync(), NextGame());
        await ChangeAsync(
            """
            INSERT INTO coupon_campaigns (id, name, discount, minimum, starts_at, ends_at, valid_until, stock, issued)
            VALUES (@SoldOutCampaign, 'x', 1, 1, UTC_TIMESTAMP(6) - INTERVAL 1 DAY, UTC_TIMESTAMP(6) + INTERVAL 1 DAY, UTC_TIMESTAMP(6) + INTERVAL 1 DAY, 1, 1)
            """, new { SoldOutCampaign });
        await ChangeAsync(
            "INSERT INTO pictures (id, account_id, kind, size, begun_at) VALUES (@OrphanedPicture, 1, 'png', 1, UTC_TIMESTAMP(6) - INTERVAL 1 DAY)", new { OrphanedPicture });
        var texts = await AskForEverythingAsync(fan, by, game);
        Texts = texts.Select(SqlShape.Of).ToHashSet();

        await using var connection = new MySqlConnection(Servers.Primary(DatabaseAccount.App));
        await connection.OpenAsync(TestContext.Current.CancellationToken);
        await FillAsync(connection, fan.Id, game);
        foreach (var statement in texts.SelectMany(Wire.Statements).Distinct().Where(QueryPlan.LooksForRows))
            _plans.Add(await QueryPlan.OfAsync(connection, statement));

        UniqueKeys = (await connection.QueryAsync<string>(
            "SELECT DISTINCT CONCAT(table_name, '.', index_name) FROM information_schema.statistics WHERE table_schema = DATABASE() AND non_unique = 0")).ToHashSet();
        await using var empty = await EmptyAsync(connection);
        foreach (var statement in texts.SelectMany(Wire.Statements).Distinct().Where(QueryPlan.LocksRows))
            _lockingPlans.Add(await QueryPlan.OfAsync(empty, statement));
    }

    /// <summary>The same tables in a schema of their own, with nothing in them.</summary>
    private async Task<MySqlConnection> EmptyAsync(MySqlConnection filled)
    {
        var empty = new MySqlConnection(Servers.Primary(DatabaseAccount.Bare));
        await empty.OpenAsync(TestContext.Current.CancellationToken);
        await empty.ExecuteAsync("CREATE DATABASE bare; USE bare; SET foreign_key_checks = 0");
        foreach (var table in await filled.QueryAsync<string>("SELECT table_name FROM information_schema.tables WHERE table_schema = DATABASE() AND table_type = 'BASE TABLE'"))
            await empty.ExecuteAsync((await filled.QuerySingleAsync<(string Table, string Sql)>($"SHOW CREATE TABLE {table}")).Sql);
        return empty;
    }

    protected override void Add(IDistributedApplicationBuilder builder, MySqlCluster mysql, IResourceBuilder<IResourceWithConnectionString> redis)
    {
        base.Add(builder, mysql, redis);
        AddPartners(builder);
    }

    /// <summary>How many rows a table has.</summary>
    internal Task<long> RowsAsync(string table) => QueryAsync<long>($"SELECT COUNT(*) FROM {table}");

    private async Task<List<string>> AskForEverythingAsync(Fan fan, Fan by, long game)
    {
        await using var primary = BeforePrimary();
        await using var read = BeforeReplica();
        using var listener = ListenToReads(primary.Port, read.Port);
        using var partner = await PartnerAsync();
        // It decides nothing while all is asked, so that what settles orders is known.
        using var slow = new StringContent("""{"reply":"later","decideMilliseconds":600000}""", Encoding.UTF8, "application/json");
        Assert.True((await partner.PutAsync(new Uri("/control/payments", UriKind.Relative), slow)).IsSuccessStatusCode);
        await using (var replica = Replica([
            .. Through(primary, read), ("Replicas:WatchMilliseconds", "200"),
            ("Rankings:RefreshSeconds", "2"), ("Orders:Partner", partner.BaseAddress!.ToString()), ("Feed:Pictures", partner.BaseAddress!.ToString()),
            ("Mail:Partner", partner.BaseAddress!.ToString()), ("Notices:Partner", partner.BaseAddress!.ToString()), ("Accounts:HashRounds", "2000")]).WithJobs())
        {
            var everything = new EveryOperation(replica.CreateClient(), fan, by, game, Grade(game, 2));
            await everything.RunAsync(FilledSeats + 1, await QueryAsync<int>("SELECT CAST(year AS SIGNED) FROM seasons"));
            NotAsked = everything.NotAsked;
            await Wait.UntilAsync("everything is delivered and collected", async () =>
                await RowsAsync("outbox") + await QueryAsync<long>("SELECT COUNT(*) FROM pictures WHERE id = @OrphanedPicture", new { OrphanedPicture }) == 0);
        }

        // Requested only to fill the cache.
        await using (var keeping = Replica([.. Through(primary, read), ("Cache:Mode", "Memory")]))
            Assert.Equal(HttpStatusCode.OK, (await keeping.CreateClient().GetAnswerAsync("/api/products?delivery=rocket-global")).Status);

        return [.. Wire.Texts(primary), .. Wire.Texts(read)];
    }

    /// <summary>Keeps what is sent to these ports over connections that aren't reset.</summary>
    private ActivityListener ListenToReads(params int[] ports)
    {
        var listener = new ActivityListener
        {
            ShouldListenTo = source => source.Name == "MySqlConnector",
            Sample = (ref ActivityCreationOptions<ActivityContext> _) => ActivitySamplingResult.AllData,
            ActivityStopped = activity =>
            {
                if (activity.GetTagItem("db.statement") is string text && activity.GetTagItem("db.connection_string") is string address
                    && new MySqlConnectionStringBuilder(address) is { ConnectionReset: false } to && ports.Contains((int)to.Port))
                    _textsWithoutReset.Enqueue(text);
            },
        };
        ActivitySource.AddActivityListener(listener);
        return listener;
    }
}
