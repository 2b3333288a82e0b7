using System.Security.Cryptography;
using System.Text;
using MySqlConnector;

namespace Dugout.Features.Accounts;

/// <summary>A mailed code, as read from the database when a client redeems it.</summary>
internal sealed class MailedCode
{
    /// <summary>Bytes of a code: 16 random bytes can't be guessed.</summary>
    private const int Bytes = 16;

    /// <summary>Length of a code in characters.</summary>
    public const int Length = 2 * Bytes;

    /// <summary>The account it was mailed to.</summary>
    public long AccountId { get; init; }

    /// <summary>The account's security stamp when the code was made.</summary>
    public int Generation { get; init; }

    /// <summary>A new code, 32 digits.</summary>
    public static string Make() => Convert.ToHexStringLower(RandomNumberGenerator.GetBytes(Bytes));

    /// <summary>The stored form of a code. A fast hash is enough for a value that can't be guessed.</summary>
    public static string HashOf(string code) => Convert.ToHexStringLower(SHA256.HashData(Encoding.UTF8.GetBytes(code)));

    /// <summary>
    /// Finds an unexpired code mailed for this purpose; null if there is none. The account's security stamp tells whether it was used.
    /// </summary>
    /// <exception cref="MySqlException">The primary is unavailable.</exception>
    public static async Task<MailedCode?> FindAsync(Databases databases, string code, string purpose, CancellationToken cancellation)
    {
        const string Sql = """
            SELECT account_id AS AccountId, generation AS Generation FROM mailed_codes
            WHERE code_hash = @hash AND purpose = @purpose AND expires_at > UTC_TIMESTAMP(6)
            """;
        await using var connection = await databases.OpenPrimaryAsync(cancellation);
        return await connection.QuerySingleOrDefaultAsync<MailedCode>(new(Sql, new { hash = HashOf(code), purpose }, cancellationToken: cancellation));
    }
}
