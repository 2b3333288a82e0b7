using System.ComponentModel.DataAnnotations;
using System.Net;
using Microsoft.AspNetCore.Http.HttpResults;

namespace Dugout.Simulators;

/// <summary>Control requests with which tests set the simulators' behaviour, from this machine only.</summary>
internal static class SimulatorControl
{
    /// <summary>Maps the control endpoints; remote clients get a 404.</summary>
    public static RouteGroupBuilder MapControl(this WebApplication app) => app.MapGroup("/control").AddEndpointFilter(FromHereAsync);

    /// <summary>Returns the error of a behaviour with a value out of range; null where all are valid.</summary>
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
