using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Http.HttpResults;
using MySqlConnector;

namespace Dugout.Features.Accounts;

/// <summary>
/// Ends the session the request came with: its token is refused here at once and by every replica within seconds; the account's other sessions go on. Whoever is signed in
/// may. Refused with 503 <c>busy</c>. Otherwise 204.
/// </summary>
public static class SignOut
{
    private const string Sql = """
        INSERT INTO ended_sessions (session_id, account_id, ended_at) VALUES (@Id, @AccountId, UTC_TIMESTAMP(6));

        """;

    /// <summary>What somebody is told who comes a second time before the first is known here. Never sent.</summary>
    private static readonly Problem HasEnded = new(409, "has-ended", "");

    /// <summary>Answers the request.</summary>
    public static async Task<Results<NoContent, Problem>> Handle(Session session, Writes writes, RevokedSessions ended, CancellationToken cancellation)
    {
        var written = await writes.RunAsync(Sql, new { session.Id, session.AccountId }, Refusal, cancellation);
        if (written.Refusal is { } refusal && refusal != HasEnded)
            return refusal;
        ended.Add(session);
        return TypedResults.NoContent();
    }

    private static Problem? Refusal(MySqlException error) => error.IsDuplicateKey() ? HasEnded : null;
}
