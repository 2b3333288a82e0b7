using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Http;
using Microsoft.Extensions.DependencyInjection;

namespace Dugout.Features.Seats;

/// <summary>Metadata of routes that may require a pass, for the API reference.</summary>
public sealed class RequiresAdmission;

/// <summary>Asks before seats are held or reserved whether the account may buy now (<see cref="IAdmitBuyers"/>).</summary>
internal static class AdmittedBuyers
{
    /// <summary>Adds the check to a route.</summary>
    public static RouteHandlerBuilder RequireAdmission(this RouteHandlerBuilder route) => route.AddEndpointFilter(CheckAsync).WithMetadata(new RequiresAdmission()).ProducesProblems(SeatsProblems.WaitingRoom);

    private static async ValueTask<object?> CheckAsync(EndpointFilterInvocationContext invocation, EndpointFilterDelegate next)
    {
        var context = invocation.HttpContext;
        var admission = context.RequestServices.GetRequiredService<IAdmitBuyers>();
        var (gameId, accountId) = Of(invocation.Arguments);
        if (await admission.ErrorOfAsync(gameId, accountId, context) is { } error)
            return error;

        var clock = context.RequestServices.GetRequiredService<TimeProvider>();
        var (began, failed) = (clock.GetTimestamp(), true);
        try
        {
            var result = await next(invocation);
            failed = (result as INestedHttpResult)?.Result is IStatusCodeHttpResult { StatusCode: >= StatusCodes.Status500InternalServerError };
            return result;
        }
        finally
        {
            admission.Served(clock.GetElapsedTime(began), failed);
        }
    }

    /// <summary>The game and the account of a request: the first number of the handler's arguments, or in the body.</summary>
    private static (long GameId, long AccountId) Of(IList<object?> arguments)
    {
        long? gameId = null;
        foreach (var argument in arguments)
        {
            if (argument is CurrentAccount account)
                return (gameId!.Value, account.Id);
            gameId ??= argument is long number ? number : (argument as ReserveSeats.ReserveRequest)?.GameId;
        }

        throw new InvalidOperationException("A handler that requires admission must have a game, and after it an account, among its parameters.");
    }
}
