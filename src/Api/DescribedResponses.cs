using System.Globalization;
using Microsoft.AspNetCore.Http.Metadata;
using Microsoft.AspNetCore.OpenApi;

namespace Dugout.Api;

/// <summary>Takes over into the API's description what routes say of their answers; of handlers like ours the framework leaves it out.</summary>
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
