using System.Net;
using Dugout.Infrastructure.Run;
using MySqlConnector;
using Xunit;

namespace Dugout.Features.Tests.Platform;

/// <summary>
/// The shipped schema serves the queries: every statement that a replica or a worker sends finds its rows by an index, in the
/// order it wants them. What doesn't stands below with its reason. That every statement was seen is shown, too: of SQL in the
/// code by its pieces, of what Entity Framework makes by every choice of parameters of every operation.
/// </summary>
public sealed class QueryPlansTests(FilledShop shop) : IClassFixture<FilledShop>
{
    /// <summary>With fewer rows a table counts as small.</summary>
    private const int Many = 500;

    /// <summary>A cost that a statement may have.</summary>
    /// <param name="Statement">A piece of it that others lack.</param>
    /// <param name="What">The cost; see <see cref="QueryPlan.Cost"/>.</param>
    /// <param name="Of">The tables it is about.</param>
    /// <param name="Reason">Why it may.</param>
    private sealed record Allowed(string Statement, string What, string Of, string Reason)
    {
        public bool Covers(QueryPlan plan, QueryPlan.Cost cost) =>
            (cost.What, cost.Of) == (What, Of) && SqlShape.Of(plan.Statement).Contains(SqlShape.Of(Statement), StringComparison.Ordinal);
    }

    private static readonly Allowed[] AllowedCosts =
    [
        new("FROM grades WHERE game_id = @gameId ORDER BY id", QueryPlan.Sort, "grades", "A game has twenty grades at most."),
        new("FROM `grades` AS `g` INNER JOIN `games` AS `g0`", QueryPlan.Sort, "games, grades", "The same twenty at most."),
        new("FROM `reservations` AS `r` WHERE (`r`.`account_id`", QueryPlan.Sort, "<derived2>, reservation_seats", "The seats of one page of reservations."),
        new("FROM `orders` AS `o` WHERE (`o`.`account_id`", QueryPlan.Sort, "<derived2>, order_lines", "The lines of one page of orders."),
        new("FROM `games`", QueryPlan.Sort, "<derived2>, stadiums, teams", "The games of one month. Entity Framework asks for their order a second time, after the joins."),
        new("FROM `games` AS `g` WHERE (`g`.`sale_opens_at`", QueryPlan.Scan, "games", "Nearly all are wanted: a season's games, once for each look of the worker for holds that lapse, or opening of a page that exists in Development only."),
        new("FROM `games` AS `g` WHERE (`g`.`sale_opens_at`", QueryPlan.Sort, "games", "The same seven hundred."),
        new("FROM `games` AS `g` INNER JOIN `grades`", QueryPlan.Scan, "games", "Nearly all are wanted: a season's games on sale, twice in ten seconds."),
        new("AND (`g`.`stadium_id` = 1)", QueryPlan.Sort, "games", "The games of one month in one stadium."),
        new("FROM posts post FORCE INDEX (newest) ORDER BY post.posted_at DESC, post.id DESC LIMIT", QueryPlan.Scan, "posts", "Read off the end of the index of times, no further than one page."),
        new("SELECT MIN(`p0`.`id`) FROM", QueryPlan.Scan, "posts", "Likewise, two hundred entries."),
        new("newest ORDER BY posted_at DESC, id DESC LIMIT", QueryPlan.Sort, "<derived3>", "A page of each who is followed, a hundred at most."),
        new("page JOIN posts post ON post.id = page.id ORDER BY", QueryPlan.Sort, "<derived2>, posts", "The posts of one page."),
        new("WHERE id = @postId AND ROW_COUNT() = 1", QueryPlan.Nothing, "", "Asks about the statement before it, which EXPLAIN doesn't run."),
        new("WHERE account_id = @accountId AND ROW_COUNT() = 1", QueryPlan.Nothing, "", "The same."),
        new("FROM `operator_acts` AS `o` ORDER BY `o`.`id` DESC LIMIT", QueryPlan.Scan, "operator_acts", "Read off the end of the primary key, no further than one page."),
        new("FROM `picks` AS `p` LEFT JOIN", QueryPlan.Scan, "picks", "Read off the end of the primary key, five of them."),
        new("HAVING MAX(starts_at) < @lastStart", QueryPlan.Sort, "games", "The games of one season, gathered by who plays whom."),
        new("home_team_id AS team FROM games UNION ALL", QueryPlan.Scan, "games", "A season's games with either team, once for each window of a ranking that is counted once a minute."),
        new("SELECT due.account_id, @kind, due.thing, @turn, due.called, @now FROM (SELECT mine.account_id", QueryPlan.Sort, "event_applications, fan_events, notices", "What is written into a table that is looked into as well is gathered first, a thousand rows at a time."),
        new("SELECT due.account_id, @kind, due.thing, @turn, due.called, @now FROM (SELECT coupon.account_id", QueryPlan.Sort, "coupon_campaigns, coupons, notices", "Likewise."),
        new("SELECT due.account_id, @kind, due.thing, @turn, due.called, @now FROM (SELECT bought.account_id", QueryPlan.Sort, "notices, reservations, seat_claims", "Likewise."),
        new("AND ROW_COUNT() = 1", QueryPlan.Nothing, "", "Hangs on the statement before it, which EXPLAIN doesn't run; its table is asked by primary key."),
        new("AND EXISTS ( SELECT 1 FROM waiting_rooms room", QueryPlan.Nothing, "", "The plan has read the room, and its number has lapsed; the ticket is asked by primary key."),
        new("variable_name = 'SLAVE_RUNNING'", QueryPlan.Scan, "information_schema.global_status", "No table: what the server tells of itself."),
        new("FROM DUAL WHERE ROW_COUNT() = 1", QueryPlan.Nothing, "", "Asks about the statement before it, which EXPLAIN doesn't run."),
    ];

    /// <summary>Tables that stay as small as they are: it costs nothing to read all of one.</summary>
    private static readonly Dictionary<string, string> Small = new()
    {
        ["teams"] = "There are ten.",
        ["stadiums"] = "There are nine.",
        ["stands"] = "There are five.",
        ["stand_blocks"] = "There are forty.",
        ["ranking_leases"] = "There is one.",
        ["leases"] = "There is one for each job that one process at a time does.",
        ["waiting_rooms"] = "There is one for each game that many fans want.",
    };

    /// <summary>
    /// In every statement that counts a ranking: it gathers the rows of its window and puts them in order by how many there are, which is what it is for. Which rows those
    /// are it has to find by an index as well.
    /// </summary>
    private const string Counted = ") done GROUP BY";

    /// <summary>Used only with other values of <c>Seats:Claim</c> or <c>Coupons:Claim</c>.</summary>
    private static readonly string[] OtherWaysTables = ["seat_slots", "coupon_units"];

    /// <summary>Waits for a replica, sent only where one lags.</summary>
    private static readonly HashSet<string> Waits = [.. from replication in (IReplication[])[new MariaDbReplication(), new MySqlReplication(), new GaleraReplication()] select SqlShape.Of(replication.Wait)];

    /// <summary>Pieces of SQL in the code that no program sends as it ships.</summary>
    private static readonly Dictionary<string, string> NeverSent = new()
    {
        [new MySqlReplication().IsFollowing] = "MySQL's name of what MariaDB is asked by another.",
        [new GaleraReplication().IsFollowing] = "There is one primary and no cluster.",
        [new GaleraReplication().WeakSettings] = "The same.",
        ["UPDATE notices FORCE INDEX (by_time) SET turn = turn WHERE created_at = @now AND batch = @batch;"] = "Too many pushes wait.",
        ["SELECT COUNT(*) FROM outbox FORCE INDEX (in_lane) WHERE lane = @Number"] = "More ids lie between the first push that waits and the last than may wait.",
        ["SELECT COUNT(*) FROM notices FORCE INDEX (by_time) WHERE created_at = @now AND batch = @batch"] = "Too many pushes wait.",
        ["INSERT INTO notices (account_id, kind, about_id, turn, detail, created_at, batch) VALUES"] = "No hold ends soon.",
        ["FOR UPDATE) ="] = "Seats:Claim is row-lock.",
    };

    /// <summary>Keys by which statements may lock what they find, though they aren't unique.</summary>
    private static readonly Dictionary<string, string> AllowedKeys = new()
    {
        ["outbox."] = "One worker forgets what it has delivered, which is nearly all there is.",
        ["idempotency_keys.by_age"] = "The job that forgets old keys: a thousand at a time.",
        ["revoked_sessions.by_time"] = "The job that forgets old sign-ins: a thousand at a time.",
        ["mailed_codes.by_end"] = "The same job.",
        ["known_networks.by_day"] = "The same job.",
        ["devices.by_end"] = "The job that forgets old devices: a thousand at a time, to which nothing is pushed any more.",
        ["devices.newest_of_account"] = "One fan's devices, ten at most, whose owner's row is locked already.",
        ["notices.by_time"] = "The job that forgets old notices: a thousand at a time.",
        ["notices.unread_of_account"] = "What one fan hasn't read.",
        ["pictures.of_post"] = "The pictures of one post, five at most, whose row is locked already.",
        ["seat_claims.by_reservation"] = "The seat follows in it, and is asked for: it finds one row.",
    };

    /// <summary>The shop, where there is one.</summary>
    private FilledShop Filled
    {
        get
        {
            Assert.SkipWhen(Shop.IsOnMySql, "The plans are MariaDB's, and so is what fills the tables; the run on MariaDB reads them.");
            return shop;
        }
    }

    [Fact]
    public void Every_operation_is_called() => None(Filled.NotAsked.Select(operation => $"{operation} is described and was not asked."));

    [Fact]
    public void Every_SQL_fragment_in_the_code_is_executed()
    {
        var unseen = SqlShape.PiecesIn(typeof(SliceTables).Assembly).Concat(SqlShape.PiecesIn(typeof(AllFeatures).Assembly))
            .Where(piece => !Waits.Contains(piece) && !OtherWaysTables.Any(table => piece.Contains(table, StringComparison.Ordinal)) && !Filled.Texts.Any(text => text.Contains(piece, StringComparison.Ordinal))).ToHashSet();
        var known = NeverSent.Keys.Select(SqlShape.Of).ToHashSet();

        None([.. unseen.Except(known).Select(piece => $"Not sent: {piece}"), .. known.Except(unseen).Select(piece => $"Sent, or no longer there: {piece}")]);
    }

    /// <summary>So that a change of a query, or of Entity Framework, is seen as the SQL that it changes. One line a statement, sorted.</summary>
    [Fact]
    public void The_SQL_of_LINQ_queries_is_the_recorded_one()
    {
        using var file = typeof(QueryPlansTests).Assembly.GetManifestResourceStream(typeof(QueryPlansTests), "LinqQueries.sql")!;
        using var reader = new StreamReader(file);
        var recorded = reader.ReadToEnd().Split('\n', StringSplitOptions.RemoveEmptyEntries).ToHashSet();
        // A list of one id is sent as a comparison.
        var sent = Filled.Texts.Where(text => text.Contains("FROM `", StringComparison.Ordinal)).Select(text => text.Replace(" IN ?", " = ?", StringComparison.Ordinal)).ToHashSet();

        None([.. sent.Except(recorded).Order(StringComparer.Ordinal).Select(text => $"Not recorded: {text}"), .. recorded.Except(sent).Select(text => $"Not sent: {text}")]);
    }

    [Fact]
    public async Task Every_table_is_filled_or_stays_small()
    {
        List<string> wrong = [];
        var read = Filled.Plans.SelectMany(plan => plan.Steps).Where(step => !step.IsDerived && step.Table.Length > 0).Select(step => step.Table);
        foreach (var table in read.Union(Small.Keys))
        {
            var rows = await Filled.RowsAsync(table);
            if (rows < Many != Small.ContainsKey(table))
                wrong.Add($"{table} has {rows} rows.");
        }

        None(wrong);
    }

    [Fact]
    public void No_statement_scans_a_table_or_sorts_without_a_listed_reason()
    {
        var costly = from plan in Filled.Plans
                     from cost in plan.Costs
                     where !(cost.What == QueryPlan.Scan && Small.ContainsKey(cost.Of))
                        && !(cost.What == QueryPlan.Sort && plan.Statement.Contains(Counted, StringComparison.Ordinal)) && !AllowedCosts.Any(allowed => allowed.Covers(plan, cost))
                     select (plan.Statement, Cost: cost);

        None(costly.DistinctBy(one => (SqlShape.Of(one.Statement), one.Cost.What, one.Cost.Of))
            .Select(one => $"{one.Cost.What} of {one.Cost.Of}:\n{one.Statement}\n{one.Cost.Text}"));
    }

    /// <summary>By the server's own counters; counting all posts is the negative control. On the primary, since a replica may still be applying the filled tables.</summary>
    [Fact]
    public async Task A_page_of_the_talk_board_or_the_feed_reads_few_of_200_000_posts_at_any_depth()
    {
        const int Page = 100;
        const long DeepInTheFeed = 50_001_000;
        var deep = await Filled.QueryAsync<long>("SELECT 1000 - MOD(MIN(id), 10) + MIN(id) FROM talk_posts WHERE title = 'filler'");
        var after = Cursor.At(DateTime.UnixEpoch, deep);
        var afterInTheFeed = Cursor.At(await Filled.QueryAsync<DateTime>("SELECT posted_at FROM posts WHERE id = @DeepInTheFeed", new { DeepInTheFeed }), DeepInTheFeed);
        await using var primary = Filled.BeforePrimary();
        await using var replica = Filled.AgelessReplica([.. Filled.Through(primary), ("ConnectionStrings:Replica1", ""), ("ConnectionStrings:Replica2", "")]);
        using var http = replica.CreateClient();
        await using var connection = new MySqlConnection(Filled.Servers.Primary(DatabaseAccount.App));
        await connection.OpenAsync(TestContext.Current.CancellationToken);

        foreach (var path in (string[])
        [
            $"talk/posts?limit={Page}", $"talk/posts?limit={Page}&after={after}", $"talk/posts?teamId=1&limit={Page}", $"talk/posts?teamId=1&limit={Page}&after={after}",
            $"talk/posts/{deep}", $"talk/posts/{deep}/comments?limit={Page}", $"feed?limit={Page}", $"feed?limit={Page}&after={afterInTheFeed}",
        ])
        {
            primary.TakeSent();
            var answer = await http.GetAnswerAsync($"/api/{path}");
            Assert.True(answer.Status == HttpStatusCode.OK, $"{path}: {answer.Body}");
            var looked = await RowsLookedAt.ForAsync(connection, Wire.Texts(primary).SelectMany(Wire.Statements));
            Assert.True(looked is > 0 and < 20 * Page, $"{path}: {looked} rows were looked at.");
        }

        foreach (var table in (string[])["talk_posts", "posts"])
            Assert.InRange(await RowsLookedAt.ForAsync(connection, [$"SELECT COUNT(*) FROM {table}"]), FilledShop.ManyPosts, long.MaxValue);
    }

    [Fact]
    public void Every_allowed_plan_cost_occurs() => None(
        from allowed in AllowedCosts
        where !Filled.Plans.Any(plan => plan.Costs.Any(cost => allowed.Covers(plan, cost)))
        select $"{allowed.What} of {allowed.Of} in: {allowed.Statement}");

    /// <summary>With another key a statement locks more rows, and unrelated callers wait for each other.</summary>
    [Fact]
    public void Locking_statements_use_unique_keys_also_when_a_table_seems_empty()
    {
        Assert.NotEmpty(Filled.LockingPlans);
        var wide = from plan in Filled.LockingPlans
                   from step in plan.Steps
                   where !step.IsDerived && step.Table.Length > 0 && !Filled.UniqueKeys.Contains($"{step.Table}.{step.Key}") && !AllowedKeys.ContainsKey($"{step.Table}.{step.Key}")
                   select (plan.Statement, step.Text);

        None(wide.DistinctBy(one => SqlShape.Of(one.Statement)).Select(one => $"{one.Statement}\n{one.Text}"));
    }

    /// <summary>The next one who is lent such a connection would find it.</summary>
    [Fact]
    public void Queries_without_a_connection_reset_leave_no_session_state()
    {
        Assert.NotEmpty(Filled.TextsWithoutReset);
        None(Filled.TextsWithoutReset.SelectMany(Wire.AllStatements).Where(SessionState.IsLeftBy).Distinct());
    }

    /// <summary>Fails with all that was found, in full.</summary>
    private static void None(IEnumerable<string> found) => Assert.True(!found.Any(), string.Join("\n\n", found));
}
