using System.Globalization;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Routing;
using Microsoft.Extensions.DependencyInjection;

namespace Dugout.Features.Seats;

/// <summary>Asks before seats are held or reserved whether the account may buy now (<see cref="IAdmitBuyers"/>).</summary>
internal static class AdmittedBuyers
{
    /// <summary>Adds the check to a route.</summary>
    public static RouteHandlerBuilder RequireAdmission(this RouteHandlerBuilder route) => route.AddEndpointFilter(CheckAsync);

    private static async ValueTask<object?> CheckAsync(EndpointFilterInvocationContext invocation, EndpointFilterDelegate next)
    {
        var context = invocation.HttpContext;
        var admission = context.RequestServices.GetRequiredService<IAdmitBuyers>();
        if (await admission.ErrorOfAsync(GameOf(invocation), (await CurrentAccount.BindAsync(context)).Id, context) is { } error)
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

    /// <summary>The game of a request: in its address, or in its body.</summary>
    private static long GameOf(EndpointFilterInvocationContext invocation) =>
        invocation.HttpContext.GetRouteValue("gameId") is string inAddress
            ? long.Parse(inAddress, CultureInfo.InvariantCulture)
            : invocation.Arguments.OfType<ReserveSeats.ReserveRequest>().Single().GameId;
}
