using System.ComponentModel.DataAnnotations;
using System.Globalization;
using System.Text.Json;
using Microsoft.AspNetCore.OpenApi;
using Microsoft.OpenApi;

namespace Dugout.Api.Reference;

/// <summary>
/// Adds to schemas what the framework doesn't derive: the type of a member with its own converter, the choices of a member, and the ranges that all
/// numbers have. Ranges of single members are attributes of the members.
/// </summary>
internal static class SchemaRanges
{
    /// <summary>Types of the framework that stand in the document as they are.</summary>
    private static readonly Dictionary<Type, string> Described = new() { [typeof(JsonElement)] = "Any JSON value.", [typeof(Stream)] = "The bytes of a file." };

    public static async Task DescribeAsync(OpenApiSchema schema, OpenApiSchemaTransformerContext context, CancellationToken cancellation)
    {
        if (Described.TryGetValue(Nullable.GetUnderlyingType(context.JsonTypeInfo.Type) ?? context.JsonTypeInfo.Type, out var description))
            schema.Description = description;
        if (context.JsonPropertyInfo is not { } member)
            return;
        if (member.CustomConverter?.GetType() is { IsGenericType: true } converter && converter.GetGenericTypeDefinition() == typeof(NeverNull<>))
            await TakeTypeAsync(schema, converter.GetGenericArguments()[0], context, cancellation);
        foreach (var rule in member.AttributeProvider?.GetCustomAttributes(typeof(ValidationAttribute), inherit: false) ?? [])
            Take(schema, rule);
        if (!UseCaseTexts.IsInteger(schema))
            return;

        var isId = member.Name == "id" || member.Name.EndsWith("Id", StringComparison.Ordinal);
        // Nothing the API counts, numbers or sells is negative.
        schema.Minimum ??= isId || member.Name == "number" ? "1" : "0";
        if (schema.Format == "int64")
            schema.Maximum ??= UseCaseTexts.MaxId;
    }

    /// <summary>The framework takes no choices, and nothing of a member with its own converter.</summary>
    private static void Take(OpenApiSchema schema, object rule)
    {
        switch (rule)
        {
            case AllowedValuesAttribute allowed:
                schema.Enum = [.. UseCaseTexts.Choices(allowed)];
                break;
            case StringLengthAttribute length:
                (schema.MinLength, schema.MaxLength) = (length.MinimumLength, length.MaximumLength);
                break;
            case RangeAttribute range:
                (schema.Minimum, schema.Maximum) = (string.Create(CultureInfo.InvariantCulture, $"{range.Minimum}"), string.Create(CultureInfo.InvariantCulture, $"{range.Maximum}"));
                break;
        }
    }

    /// <summary>A converter hides the type of its member: it is that of the value, without null.</summary>
    private static async Task TakeTypeAsync(OpenApiSchema schema, Type type, OpenApiSchemaTransformerContext context, CancellationToken cancellation)
    {
        var value = await context.GetOrCreateSchemaAsync(Nullable.GetUnderlyingType(type) ?? type, cancellationToken: cancellation);
        (schema.Type, schema.Format, schema.Items) = (value.Type & ~JsonSchemaType.Null, value.Format, value.Items);
    }
}
