using Dapper;
using Dugout.Features.Accounts;
using MySqlConnector;

namespace Dugout.Migrator.Seed;

/// <summary>
/// Seeds fans, from <c>fan1@dugout.test</c> on, who share one password and its hash. An interrupted run leaves the first of them; the
/// next run continues from there.
/// </summary>
internal sealed class AccountVolume(MySqlConnection connection, Passwords passwords, TextWriter log)
{
    /// <summary>Adds fans up to a total number.</summary>
    /// <param name="accounts">The total number.</param>
    /// <param name="password">The password of the added fans.</param>
    /// <param name="cancellation">Cancels.</param>
    /// <exception cref="MigrationFailedException">Rows are missing afterwards.</exception>
    public async Task FillAsync(int accounts, string password, CancellationToken cancellation)
    {
        var have = await connection.ExecuteScalarAsync<int>(new(
            "SELECT COALESCE(MAX(id), 0) FROM accounts WHERE id <= @accounts", new { accounts }, cancellationToken: cancellation));
        if (have < accounts)
        {
            var (hash, now) = (passwords.Hash(password), DateTime.UtcNow);
            await connection.InsertAsync(transaction: null, "accounts (id, email, nickname, password_hash, is_admin, created_at)",
                Enumerable.Range(have + 1, accounts - have).Select(fan => new object[] { fan, $"fan{fan}@dugout.test", $"fan{fan}", hash, false, now }), cancellation);
            await log.WriteLineAsync($"Seeded the accounts fan{have + 1}@dugout.test to fan{accounts}@dugout.test.");
        }

        await connection.CountedAsync("accounts", accounts, cancellation);
    }
}
