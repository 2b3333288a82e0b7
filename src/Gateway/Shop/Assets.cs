using Microsoft.AspNetCore.StaticAssets;

namespace Dugout.Gateway.Shop;

/// <summary>The fingerprinted addresses of the static files: they change with the content, so browsers keep what they name for a year.</summary>
/// <param name="Addresses">Fingerprinted address by plain address, both from the root: <c>/js/app.js</c>.</param>
internal sealed record Assets(IReadOnlyDictionary<string, string> Addresses)
{
    /// <summary>Reads the addresses from the endpoints of the static files, which carry them as the property <c>label</c>.</summary>
    public static Assets Of(IEndpointRouteBuilder routes) => new(routes.DataSources
        .SelectMany(source => source.Endpoints)
        .Select(endpoint => endpoint.Metadata.GetMetadata<StaticAssetDescriptor>())
        .OfType<StaticAssetDescriptor>()
        .Select(file => (Plain: file.Properties.FirstOrDefault(property => property.Name == "label")?.Value, file.Route))
        .Where(file => file.Plain is not null)
        .DistinctBy(file => file.Plain)
        .ToDictionary(file => $"/{file.Plain}", file => $"/{file.Route}"));

    /// <summary>What modules name: other modules, and style sheets that only some pages need.</summary>
    public IEnumerable<KeyValuePair<string, string>> Imports =>
        Addresses.Where(file => Path.GetExtension(file.Key) is ".js" or ".css").OrderBy(file => file.Key, StringComparer.Ordinal);
}
