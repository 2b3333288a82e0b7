using Dapper;
using Dugout.Infrastructure.Run;
using MySqlConnector;
using Xunit;

namespace Dugout.Features.Tests.Platform.Schema;

/// <summary>During a rolling upgrade, processes of the previous release write renamed tables under their old names, with the app's account.</summary>
public sealed class RenamedTablesTests(Shop shop)
{
    [Theory]
    [InlineData(
        "INSERT INTO ended_sessions (session_id, account_id, ended_at) VALUES (-41, -41, '2020-01-01'); SELECT COUNT(*) FROM revoked_sessions WHERE session_id = -41",
        "DELETE FROM ended_sessions WHERE ended_at < '2020-01-02' ORDER BY ended_at LIMIT 10; SELECT COUNT(*) FROM revoked_sessions WHERE session_id = -41")]
    [InlineData(
        "INSERT INTO familiar_places (account_id, place, seen_on) VALUES (-41, 'x', '2020-01-01') ON DUPLICATE KEY UPDATE seen_on = '2020-01-01'; SELECT COUNT(*) FROM known_networks WHERE account_id = -41",
        "DELETE FROM familiar_places WHERE seen_on < '2020-01-02' ORDER BY seen_on LIMIT 10; SELECT COUNT(*) FROM known_networks WHERE account_id = -41")]
    [InlineData(
        "UPDATE ranking_turns SET token = LAST_INSERT_ID(token + 1) WHERE name = 'rankings'; SELECT COUNT(*) FROM ranking_leases WHERE token = LAST_INSERT_ID()",
        "UPDATE ranking_turns SET token = token + 1 WHERE name = 'rankings'; SELECT COUNT(*) FROM ranking_leases WHERE token = LAST_INSERT_ID()")]
    public async Task The_previous_release_writes_them_under_their_old_names(string write, string remove)
    {
        await using var connection = new MySqlConnection(shop.Servers.Primary(DatabaseAccount.App));

        Assert.Equal(1, await connection.ExecuteScalarAsync<long>(write));
        Assert.Equal(0, await connection.ExecuteScalarAsync<long>(remove));
    }
}
