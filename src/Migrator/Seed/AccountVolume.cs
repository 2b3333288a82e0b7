using Dapper;
using Dugout.Features.Accounts;
using MySqlConnector;

namespace Dugout.Migrator.Seed;

/// <summary>
/// Fills the shop with fans, <c>fan1@dugout.test</c> onwards, who share one password and its one hash. A killed run leaves the first of them; the
/// next one goes on from there.
/// </summary>
internal sealed class AccountVolume(MySqlConnection connection, Passwords passwords, TextWriter log)
{
    /// <summary>Password of every seeded fan. Known to all: these accounts exist to be played with.</summary>
    private const string FanPassword = "take-me-out-2027";

    /// <summary>Adds what is missing of so many.</summary>
    /// <exception cref="MigrationFailedException">Afterwards they aren't all there.</exception>
    public async Task FillAsync(int accounts, CancellationToken cancellation)
    {
        var have = await connection.ExecuteScalarAsync<int>(new(
            "SELECT COALESCE(MAX(id), 0) FROM accounts WHERE id <= @accounts", new { accounts }, cancellationToken: cancellation));
        if (have < accounts)
        {
            var (hash, now) = (passwords.Hash(FanPassword), DateTime.UtcNow);
            await connection.InsertAsync(transaction: null, "accounts (id, email, nickname, password_hash, is_admin, created_at)",
                Enumerable.Range(have + 1, accounts - have).Select(fan => new object[] { fan, $"fan{fan}@dugout.test", $"fan{fan}", hash, false, now }), cancellation);
            await log.WriteLineAsync($"Seeded the accounts fan{have + 1}@dugout.test to fan{accounts}@dugout.test.");
        }

        await connection.CountedAsync("accounts", accounts, cancellation);
    }
}
