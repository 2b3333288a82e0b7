using System.Globalization;
using System.Security.Claims;
using Microsoft.AspNetCore.Http;

namespace Dugout.Platform.Http;

/// <summary>
/// The account that signed the request, from its access token: the only source of identity. The route of a handler that uses it must
/// require authorization (<c>RequireAuthorization</c>).
/// </summary>
/// <param name="Id">The account's id.</param>
public sealed record CurrentAccount(long Id)
{
    /// <summary>Name of the token's claim that carries the id.</summary>
    public const string IdClaim = "sub";

    /// <summary>The role in an operator's access token.</summary>
    public const string OperatorRole = "operator";

    /// <summary>Lets a handler declare this type as a parameter.</summary>
    /// <exception cref="InvalidOperationException">The route does not require a signed-in account.</exception>
    public static ValueTask<CurrentAccount> BindAsync(HttpContext context)
    {
        ArgumentNullException.ThrowIfNull(context);
        var id = context.User.FindFirstValue(IdClaim)
            ?? throw new InvalidOperationException("A route with a parameter of type CurrentAccount must require authorization.");
        return ValueTask.FromResult(new CurrentAccount(long.Parse(id, CultureInfo.InvariantCulture)));
    }
}
