using Dugout.Features.Shared;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Routing;

namespace Dugout.Features.Accounts;

/// <summary>Signing in.</summary>
internal static class AccountsApi
{
    public static void MapAccounts(this IEndpointRouteBuilder routes)
    {
        var sessions = routes.MapGroup("/api/sessions").WithTags("Accounts").AllowAnonymous();

        sessions.MapPost("", SignIn.Handle).WithMetadata(Lane.SignIns);
    }
}
