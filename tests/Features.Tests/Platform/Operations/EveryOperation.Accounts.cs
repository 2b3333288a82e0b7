using System.Net;
using System.Security.Cryptography;
using System.Text;
using Dugout.Features.Tests.Accounts;

namespace Dugout.Features.Tests.Platform;

/// <summary>What there is to accounts.</summary>
internal sealed partial class EveryOperation
{
    /// <summary>An account that is made, changes its password in both ways, signs out, is banned and let in again.</summary>
    private async Task AccountsAsync()
    {
        const string First = "long-enough-1", Second = "long-enough-2", Third = "long-enough-3";
        var email = Newcomers.NewEmail();
        var id = (await SendAsync(fan, "POST /api/accounts", HttpStatusCode.Created, new { email, password = First, nickname = "새 팬" })).Number("id");
        var guest = await SignInAsync(First);
        await SendAsync(guest, "PUT /api/accounts/me/password", HttpStatusCode.NoContent, new { current = First, next = Second });
        guest = await SignInAsync(Second);
        // A code known to the test: mailed codes are only readable in the mail.
        foreach (var purpose in (string[])["confirm", "reset"])
        {
            await fan.Shop.ChangeAsync(
                "INSERT INTO mailed_codes (code_hash, account_id, purpose, generation, expires_at) VALUES (@hash, @id, @purpose, 1, UTC_TIMESTAMP(6) + INTERVAL 1 HOUR)",
                new { hash = Convert.ToHexStringLower(SHA256.HashData(Encoding.UTF8.GetBytes(CodeFor(purpose)))), id, purpose });
        }

        await SendAsync(guest, "POST /api/accounts/confirmations", HttpStatusCode.NoContent, new { code = CodeFor("confirm") });
        await SendAsync(guest, "POST /api/password-resets", HttpStatusCode.Accepted, new { email });
        await SendAsync(fan, "PUT /api/password-resets", HttpStatusCode.NoContent, new { code = CodeFor("reset"), next = Third });
        guest = await SignInAsync(Third);
        await SendAsync(guest, "POST /api/sessions/browser", HttpStatusCode.OK, new { email, password = Third });
        await SendAsync(guest, "DELETE /api/sessions/current", HttpStatusCode.NoContent);
        _values["accountId"] = Text(id);
        await SendAsync(by, "PUT /api/admin/accounts/{accountId}/ban", HttpStatusCode.NoContent, new { reason = "x" });
        await SendAsync(by, "DELETE /api/admin/accounts/{accountId}/ban", HttpStatusCode.NoContent);

        async Task<Fan> SignInAsync(string password)
        {
            var answer = await SendAsync(fan, "POST /api/sessions", HttpStatusCode.OK, new { email, password });
            return fan with { Id = id, Email = email, Token = answer.Json.GetProperty("accessToken").GetString()! };
        }

        static string CodeFor(string purpose) => purpose.PadRight(32, '0');
    }
}
