using System.Net;
using System.Text.Json;
using System.Text.Json.Serialization;

namespace Dugout.Gateway.Balancing;

/// <summary>
/// <c>GET /_gateway/policy</c> returns the load-balancing policy, and <c>PUT</c> switches it, for the lab: 200 <c>{policy}</c>, or 400 <c>invalid</c> for an unknown policy. In
/// Development and for clients on this machine only; all others get a 404. The change is lost when the gateway stops.
/// </summary>
internal static class SwitchPolicy
{
    private const string Address = "/_gateway/policy";

    private static readonly JsonSerializerOptions Strict = new()
    {
        PropertyNamingPolicy = JsonNamingPolicy.CamelCase,
        UnmappedMemberHandling = JsonUnmappedMemberHandling.Disallow,
        AllowDuplicateProperties = false,
        RespectNullableAnnotations = true,
        RespectRequiredConstructorParameters = true,
    };

    public static void MapSwitchPolicy(this WebApplication app)
    {
        // One endpoint for all methods: a 405 from the router would reveal to a remote client that the address exists.
        if (app.Environment.IsDevelopment())
            app.Map(Address, (RequestDelegate)HandleAsync);
    }

    private static async Task HandleAsync(HttpContext context)
    {
        if (context.Connection.RemoteIpAddress is not { } from || !IPAddress.IsLoopback(from))
        {
            await GatewayResponses.RejectAsync(context, StatusCodes.Status404NotFound, "no-such-page", "There is no resource at this address.");
            return;
        }

        var policy = context.RequestServices.GetRequiredService<ChosenPolicy>();
        if (HttpMethods.IsPut(context.Request.Method))
        {
            if (await ReadAsync(context) is not { } chosen)
            {
                await GatewayResponses.RejectAsync(context, StatusCodes.Status400BadRequest, "invalid", "The request is not valid.",
                    new() { ["policy"] = [$"Give one of {string.Join(", ", ChosenPolicy.Names)}."] });
                return;
            }

            policy.Current = chosen;
        }
        else if (!HttpMethods.IsGet(context.Request.Method))
        {
            await GatewayResponses.RejectAsync(context, StatusCodes.Status405MethodNotAllowed, "method-not-allowed", "This address does not support this method.");
            return;
        }

        await context.Response.WriteAsJsonAsync(new Choice(policy.Current), Strict, context.RequestAborted);
    }

    /// <summary>Returns the requested policy; null if it is unknown or the body is invalid.</summary>
    private static async Task<string?> ReadAsync(HttpContext context)
    {
        try
        {
            var choice = await JsonSerializer.DeserializeAsync<Choice>(context.Request.Body, Strict, context.RequestAborted);
            return choice is { Policy: var policy } && ChosenPolicy.Names.Contains(policy) ? policy : null;
        }
        catch (Exception error) when (error is JsonException or BadHttpRequestException)
        {
            return null;
        }
    }

    /// <summary>Body of the request and of the response.</summary>
    private sealed record Choice(string Policy);
}
