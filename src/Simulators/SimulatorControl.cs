using System.ComponentModel.DataAnnotations;
using System.Net;
using Microsoft.AspNetCore.Http.HttpResults;

namespace Dugout.Simulators;

/// <summary>What whoever tries the shop may tell the simulators: how to behave, from this machine alone.</summary>
internal static class SimulatorControl
{
    /// <summary>The addresses for that; for anybody else there is nothing here.</summary>
    public static RouteGroupBuilder MapControl(this WebApplication app) => app.MapGroup("/control").AddEndpointFilter(FromHereAsync);

    /// <summary>The refusal of a behaviour that is out of its ranges; null where all is well.</summary>
    public static BadRequest<string>? ErrorOf(object behaviour)
    {
        var wrong = new List<ValidationResult>();
        return Validator.TryValidateObject(behaviour, new(behaviour), wrong, validateAllProperties: true)
            ? null
            : TypedResults.BadRequest(string.Join(" ", wrong.Select(one => one.ErrorMessage)));
    }

    private static ValueTask<object?> FromHereAsync(EndpointFilterInvocationContext context, EndpointFilterDelegate next) =>
        context.HttpContext.Connection.RemoteIpAddress is { } from && IPAddress.IsLoopback(from) ? next(context) : new(TypedResults.NotFound());
}
