using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Http.HttpResults;
using MySqlConnector;

namespace Dugout.Features.Accounts;

/// <summary>
/// Revokes the session of the request: its token is rejected immediately by this replica and within seconds by all others. Other sessions of the account continue. For any
/// signed-in account. A browser's cookie is cleared. Returns 204. Errors: 503 <c>busy</c>.
/// </summary>
public static class SignOut
{
    private const string Sql = """
        INSERT INTO revoked_sessions (session_id, account_id, ended_at) VALUES (@Id, @AccountId, UTC_TIMESTAMP(6));

        """;

    /// <summary>Internal result of a repeated sign-out that this replica does not know of yet. Never sent to a client.</summary>
    private static readonly Problem HasEnded = new(409, "has-ended", "");

    /// <summary>Handles the request.</summary>
    public static async Task<Results<NoContent, Problem>> Handle(Session session, PrimaryTransaction transaction, RevokedSessions ended, HttpContext context, CancellationToken cancellation)
    {
        var written = await transaction.RunAsync(Sql, new { session.Id, session.AccountId }, ProblemOf, cancellation);
        if (written.Problem is { } problem && problem != HasEnded)
            return problem;
        ended.Add(session);
        SessionCookie.Clear(context);
        return TypedResults.NoContent();
    }

    private static Problem? ProblemOf(MySqlException error) => error.IsDuplicateKey() ? HasEnded : null;
}
