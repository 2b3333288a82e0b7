using System.Security.Cryptography;
using System.Text;
using MySqlConnector;

namespace Dugout.Features.Accounts;

/// <summary>A code that was mailed, as whoever gives it back finds it.</summary>
internal sealed class MailedCode
{
    /// <summary>Bytes of a code: nobody guesses sixteen.</summary>
    private const int Bytes = 16;

    /// <summary>Whose it is.</summary>
    public long AccountId { get; init; }

    /// <summary>The generation of that account's sessions it was made in.</summary>
    public int Generation { get; init; }

    /// <summary>A new code, 32 digits.</summary>
    public static string Make() => Convert.ToHexStringLower(RandomNumberGenerator.GetBytes(Bytes));

    /// <summary>What is kept of it. Of something nobody guesses a quick hash is enough.</summary>
    public static string HashOf(string code) => Convert.ToHexStringLower(SHA256.HashData(Encoding.UTF8.GetBytes(code)));

    /// <summary>The refusal of what can't be a code; null where it can be tried.</summary>
    public static Problem? ErrorOf(string code) => code.Length == 2 * Bytes ? null : Problem.InvalidField("code", $"Give the {2 * Bytes} characters of the mail.");

    /// <summary>The code, if it was mailed for this and hasn't run out; whether it was used, its account says.</summary>
    /// <exception cref="MySqlException">The primary did not answer.</exception>
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
