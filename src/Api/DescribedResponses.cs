using System.Globalization;
using Microsoft.AspNetCore.Http.Metadata;
using Microsoft.AspNetCore.OpenApi;

namespace Dugout.Api;

/// <summary>Copies the descriptions of routes' responses into the OpenAPI document; the framework omits them for handlers of this kind.</summary>
internal static class DescribedResponses
{
    public static void TakeDescriptions(this OpenApiOptions options) => options.AddOperationTransformer((operation, context, _) =>
    {
        foreach (var answer in context.Description.ActionDescriptor.EndpointMetadata.OfType<IProducesResponseTypeMetadata>())
        {
            if (answer.Description is { } said && operation.Responses is { } answers
                && answers.TryGetValue(answer.StatusCode.ToString(CultureInfo.InvariantCulture), out var described))
            {
                described.Description = said;
            }
        }

        return Task.CompletedTask;
    });
}
