using Dugout.Infrastructure.Run;
using Microsoft.Extensions.Configuration;
using Microsoft.Extensions.Options;
using MySqlConnector;
using Xunit;

namespace Dugout.Features.Tests.Platform;

/// <summary>No session state outlives the lease of its connection. Of the connections that aren't reset, <see cref="QueryPlansTests"/> shows it.</summary>
public sealed class SessionStateTests(Shop shop)
{
    private const string Lock = "left-behind";

    private static readonly Dictionary<string, (string Leave, string IsThere)> States = new()
    {
        ["open transaction"] = (
            "START TRANSACTION; INSERT INTO audit_events (message_id, topic, ordered_by, body, written_at) VALUES (-77, 'left', 'left', '{}', UTC_TIMESTAMP(6))",
            "SELECT COUNT(*) FROM audit_events WHERE message_id = -77"),
        ["user variable"] = ("SET @left = 1", "SELECT @left IS NOT NULL"),
        ["temporary table"] = (
            "CREATE TEMPORARY TABLE teams SELECT 1 AS id",
            "SELECT COUNT(*) = 1 FROM teams"),
        ["lock"] = ($"SELECT GET_LOCK('{Lock}', 0)", $"SELECT COALESCE(IS_USED_LOCK('{Lock}') = CONNECTION_ID(), 0)"),
        ["database"] = ("USE information_schema", "SELECT DATABASE() = 'information_schema'"),
        ["session variable"] = ("SET SESSION wait_timeout = 77", "SELECT @@SESSION.wait_timeout = 77"),
    };

    public static TheoryData<string> Names { get; } = [.. States.Keys];

    [Theory]
    [MemberData(nameof(Names))]
    public async Task Session_state_of_one_connection_lease_is_not_visible_to_the_next(string state)
    {
        Assert.Equal((true, false), await LeaveAsync(state, reset: true));
    }

    /// <summary>The negative control: without a reset the same session carries it on, but for another database, after which the driver resets it by itself.</summary>
    [Theory]
    [MemberData(nameof(Names))]
    public async Task Without_a_reset_session_state_would_be_visible(string state) => Assert.Equal((true, state != "database"), await LeaveAsync(state, reset: false));

    /// <summary>So reading connections may not do any of it.</summary>
    [Theory]
    [MemberData(nameof(Names))]
    public void Statements_that_leave_session_state_are_detected(string state) => Assert.Contains(Wire.AllStatements(States[state].Leave), SessionState.IsLeftBy);

    /// <summary>Leaves it on the only connection of a pool, and returns whether it was there before and after that connection is leased again.</summary>
    private async Task<(bool Before, bool After)> LeaveAsync(string state, bool reset)
    {
        var address = new MySqlConnectionStringBuilder(shop.Servers.Primary(DatabaseAccount.Migrator))
        {
            ConnectionReset = reset,
            MaximumPoolSize = 1,
            AllowUserVariables = true,
            ApplicationName = $"{state} {reset}", // A separate pool.
        }.ConnectionString;
        var databases = new Databases(
            new ConfigurationBuilder().AddInMemoryCollection([new("ConnectionStrings:Primary", address)]).Build(), Options.Create(new DatabaseOptions()));
        await using var any = new MySqlConnection(databases.Primary);
        try
        {
            return await LeaveAsync(databases, state);
        }
        finally
        {
            await MySqlConnection.ClearPoolAsync(any, CancellationToken.None);
        }
    }

    private static async Task<(bool Before, bool After)> LeaveAsync(Databases databases, string state)
    {
        var (leave, isThere) = States[state];
        bool before;
        long session;
        await using (var owner = await databases.OpenPrimaryAsync(TestContext.Current.CancellationToken))
        {
            session = await owner.ExecuteScalarAsync<long>("SELECT CONNECTION_ID()");
            await owner.ExecuteAsync(leave);
            before = await owner.ExecuteScalarAsync<bool>(isThere);
        }

        await using (var next = await databases.OpenPrimaryAsync(TestContext.Current.CancellationToken))
        {
            Assert.Equal(session, await next.ExecuteScalarAsync<long>("SELECT CONNECTION_ID()"));
            return (before, await next.ExecuteScalarAsync<bool>(isThere));
        }
    }
}
