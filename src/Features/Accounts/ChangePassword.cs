using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Http.HttpResults;
using Microsoft.EntityFrameworkCore;

namespace Dugout.Features.Accounts;

/// <summary>
/// Changes the password of the signed-in account, given the current one, and revokes all its sessions including this one, so that a stolen token becomes useless.
/// Failures count as failed sign-ins. Returns 204. Errors: 400 <c>invalid</c>, 401 <c>bad-credentials</c>, 429 <c>too-many-attempts</c>, 503 <c>busy</c> or
/// <c>sign-in-busy</c>.
/// </summary>
public static class ChangePassword
{
    // The condition contains the old hash: of two concurrent changes one succeeds, and the other's current password is no longer
    // valid.
    private const string Change = """
        UPDATE accounts SET password_hash = @newHash, password_set_at = UTC_TIMESTAMP(6), generation = generation + 1, sessions_ended_at = UTC_TIMESTAMP(6) WHERE id = @Id AND password_hash = @PasswordHash;

        """;

    /// <summary>The two passwords.</summary>
    /// <param name="Current">The current password.</param>
    /// <param name="Next">The new password, 8 to 200 characters.</param>
    /// <example>{"current":"take-me-out-2027","next":"to-the-ball-game-2028"}</example>
    public sealed record PasswordRequest(
        [property: Characters(1, AccountTexts.LongestPassword)] string Current,
        [property: Characters(AccountTexts.ShortestPassword, AccountTexts.LongestPassword)] string Next);

    /// <summary>The columns of the account this command needs.</summary>
    private sealed record Known(long Id, string PasswordHash, int Generation);

    /// <summary>Handles the request.</summary>
    public static async Task<Results<NoContent, Problem>> Handle(
        PasswordRequest request, CurrentAccount account, Reads reads, PasswordGuard passwords, PrimaryTransaction transaction, RevokedSessions ended,
        CancellationToken cancellation)
    {

        // Runs again if a concurrent sign-in has rehashed the same password.
        var changed = await transaction.RunAsync<Known>(
            async open =>
            {
                var known = await ReadAsync(reads, account, cancellation);
                var tried = await passwords.ChangeAsync(known.Id, known.PasswordHash, request.Current, request.Next, cancellation);
                if (tried.Value is not { NewHash: var newHash })
                    return tried.Problem!;
                var written = await open.CommitAndCountAsync(Change, new { newHash, known.Id, known.PasswordHash });
                return written.Rows == 1 ? known : PrimaryTransaction.Conflict;
            },
            _ => null, cancellation);
        if (changed.Value is not { } before)
            return changed.Problem!;
        ended.Add(account.Id, before.Generation + 1);
        return TypedResults.NoContent();
    }

    private static Task<Known> ReadAsync(Reads reads, CurrentAccount account, CancellationToken cancellation) => reads.QueryPrimaryAsync(
        database => database.Set<Account>().Where(row => row.Id == account.Id)
            .Select(row => new Known(row.Id, row.PasswordHash, row.Generation))
            .SingleAsync(CancellationToken.None),
        cancellation);
}
