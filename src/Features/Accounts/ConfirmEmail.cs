using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Http.HttpResults;

namespace Dugout.Features.Accounts;

/// <summary>
/// Confirms that an e-mail belongs to its account, given the code mailed there. Anonymous access. Returns 204, also on repeats. Errors: 400
/// <c>invalid</c>, 404 <c>no-such-code</c>, 503 <c>busy</c>.
/// </summary>
public static class ConfirmEmail
{
    private const string Sql = """
        UPDATE accounts SET confirmed_at = UTC_TIMESTAMP(6) WHERE id = @AccountId AND confirmed_at IS NULL;

        """;

    /// <summary>The code from the mail.</summary>
    /// <param name="Code">The code from the mail, 32 characters.</param>
    /// <example>{"code":"0f1e2d3c4b5a69788796a5b4c3d2e1f0"}</example>
    public sealed record CodeRequest([property: Characters(MailedCode.Length, MailedCode.Length)] string Code);

    /// <summary>Handles the request.</summary>
    public static async Task<Results<NoContent, Problem>> Handle(CodeRequest request, Databases databases, PrimaryTransaction transaction, CancellationToken cancellation)
    {
        if (await MailedCode.FindAsync(databases, request.Code, MailWanted.Confirm, cancellation) is not { } code)
            return AccountsProblems.NoSuchCode;
        var written = await transaction.RunAsync(Sql, new { code.AccountId }, _ => null, cancellation);
        return written.Problem is { } problem ? problem : TypedResults.NoContent();
    }
}
