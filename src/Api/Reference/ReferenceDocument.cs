using Microsoft.AspNetCore.OpenApi;
using Microsoft.OpenApi;

namespace Dugout.Api.Reference;

/// <summary>The OpenAPI document at <c>/openapi/v1.json</c>. It is the same for every request and takes a tenth of a second of a core to build, so the first request builds it for all.</summary>
internal static class ReferenceDocument
{
    /// <summary>Maps the document.</summary>
    public static IEndpointConventionBuilder MapReferenceDocument(this WebApplication app)
    {
        var document = new Lazy<Task<byte[]>>(() => BuildAsync(app.Services));
        return app.MapGet("/openapi/v1.json", async () => Results.Bytes(await document.Value, "application/json;charset=utf-8")).ExcludeFromDescription();
    }

    private static async Task<byte[]> BuildAsync(IServiceProvider services)
    {
        var document = await services.GetRequiredKeyedService<IOpenApiDocumentProvider>("v1").GetOpenApiDocumentAsync();
        using var bytes = new MemoryStream();
        await document.SerializeAsJsonAsync(bytes, OpenApiSpecVersion.OpenApi3_1);
        return bytes.ToArray();
    }
}
