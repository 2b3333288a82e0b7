using System.ComponentModel.DataAnnotations;
using System.Globalization;
using System.Reflection;
using System.Text.Json.Nodes;
using System.Text.RegularExpressions;
using Dugout.Features;
using Dugout.Features.Seats;
using Microsoft.AspNetCore.Http.Metadata;
using Microsoft.AspNetCore.OpenApi;
using Microsoft.OpenApi;

namespace Dugout.Api.Reference;

/// <summary>Describes an operation by its use case: id, summary, description, parameters and errors.</summary>
internal static partial class UseCaseTexts
{
    /// <summary>The largest id: every client can represent integers up to it.</summary>
    public const string MaxId = "9007199254740991";

    public static void Describe(OpenApiOperation operation, OpenApiOperationTransformerContext context, CodeTexts texts)
    {
        var metadata = context.Description.ActionDescriptor.EndpointMetadata;
        var handler = metadata.OfType<MethodInfo>().Single();
        var useCase = handler.DeclaringType!;
        var text = texts.Of(useCase);
        operation.OperationId = IdOf(useCase);
        operation.Summary = text.FirstSentence;
        operation.Description = text.Rest.Length > 0 ? text.Rest : text.Whole;
        foreach (var parameter in operation.Parameters?.OfType<OpenApiParameter>() ?? [])
            Describe(parameter, handler.GetParameters().FirstOrDefault(one => one.Name == parameter.Name));
        foreach (var (status, response) in operation.Responses ?? [])
            Describe((OpenApiResponse)response, status, metadata, context.Document!);
    }

    /// <summary>The slice and the use case, such as <c>Seats_ReserveSeats</c>: use cases of two slices may have the same name.</summary>
    private static string IdOf(Type useCase) => $"{useCase.Namespace![(typeof(AllFeatures).Namespace!.Length + 1)..].Split('.')[0]}_{useCase.Name}";

    private static void Describe(OpenApiParameter parameter, ParameterInfo? declared)
    {
        var schema = (OpenApiSchema)parameter.Schema!;
        parameter.Description ??= parameter.Name switch
        {
            "after" => "The value of `next` of the previous page; omitted for the first page. Opaque.",
            StreamSeatChanges.LastEventId => "The id of the last event that the client has received; the stream continues after it.",
            "limit" => $"Maximum number of rows in the page. Default {Cursor.DefaultLimit}.",
            "number" => "Number of the seat in its grade, from 1.",
            { } name when name.EndsWith("Id", StringComparison.Ordinal) => $"Id of the {Capital().Replace(name[..^2], letter => $" {letter.Value.ToLowerInvariant()}")}.",
            _ => null,
        };
        // The range of a page size is what its attribute enforces.
        if (parameter.Name != "limit" && IsInteger(schema) && schema.Minimum is null)
            (schema.Minimum, schema.Maximum) = ("1", schema.Format == "int64" ? MaxId : schema.Maximum);
        if (declared?.GetCustomAttribute<AllowedValuesAttribute>() is { } allowed)
            schema.Enum = [.. Choices(allowed)];
    }

    /// <summary>The choices of a member or parameter; that it can be omitted is said elsewhere.</summary>
    public static IEnumerable<JsonNode> Choices(AllowedValuesAttribute allowed) => allowed.Values.OfType<string>().Select(value => (JsonNode)JsonValue.Create(value));

    public static bool IsInteger(OpenApiSchema schema) => schema.Type?.HasFlag(JsonSchemaType.Integer) == true;

    /// <summary>Describes a response: for an error, its codes, with an example of each.</summary>
    private static void Describe(OpenApiResponse response, string status, IList<object> metadata, OpenApiDocument document)
    {
        var number = int.Parse(status, CultureInfo.InvariantCulture);
        // The framework omits these descriptions for handlers of this kind.
        if (metadata.OfType<IProducesResponseTypeMetadata>().LastOrDefault(one => one.StatusCode == number)?.Description is { } said)
            response.Description = said;
        if (response.Content is not { } content || !content.TryGetValue("application/problem+json", out var body))
            return;

        body.Examples = new Dictionary<string, IOpenApiExample>();
        foreach (var problem in metadata.OfType<PossibleProblems>().Single().All.Where(problem => problem.Status == number))
            body.Examples.TryAdd(problem.Code, new OpenApiExampleReference(ExampleOf(problem, document), document));
    }

    /// <summary>Returns the name of the example of an error in the document, where it is added at its first use.</summary>
    private static string ExampleOf(Problem problem, OpenApiDocument document)
    {
        var value = problem.Example();
        document.Components ??= new OpenApiComponents();
        document.Components.Examples ??= new Dictionary<string, IOpenApiExample>();
        for (var number = 1; ; number++)
        {
            // Errors of one code may differ in status, details or wording.
            var name = number == 1 ? problem.Code : $"{problem.Code}-{number}";
            if (!document.Components.Examples.TryGetValue(name, out var known))
                document.AddComponent(name, new OpenApiExample { Summary = problem.Detail, Value = value });
            if (known is null || JsonNode.DeepEquals(known.Value, value))
                return name;
        }
    }

    [GeneratedRegex("[A-Z]")]
    private static partial Regex Capital();
}
