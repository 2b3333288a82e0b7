using System.Globalization;
using System.Text;
using System.Text.Json;
using System.Text.RegularExpressions;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Http.Metadata;
using Microsoft.Net.Http.Headers;

namespace Dugout.Platform.Http;

/// <summary>Finds the field of a request that the framework could not read.</summary>
internal static partial class UnreadableRequest
{
    private static readonly string[] Missing = ["This member is missing."];

    /// <summary>Returns the error of a request that the framework could not read, with the name of the field.</summary>
    public static Problem ProblemOf(BadHttpRequestException error) => error switch
    {
        { StatusCode: StatusCodes.Status413PayloadTooLarge } => Problems.TooLarge,
        // The body did not arrive in time, perhaps because this process stood still meanwhile: nothing is wrong with the request, and it may be sent again.
        { StatusCode: StatusCodes.Status408RequestTimeout } => Problems.Busy,
        { StatusCode: StatusCodes.Status415UnsupportedMediaType } => Problems.UnsupportedMediaType,
        { InnerException: JsonException json } => InvalidJson(json),
        _ when UnboundParameter().Match(error.Message) is { Success: true } match =>
            Problem.InvalidField(match.Groups["name"].Value, "This value cannot be parsed."),
        _ => Problem.InvalidField("body", "The body is missing or cannot be parsed."),
    };

    /// <summary>
    /// Returns the name of an optional number in the query that cannot be read. The framework throws where a required value is unreadable, but sends a bare 400 where an
    /// optional one is.
    /// </summary>
    public static string? OptionOf(HttpContext context) => context.GetEndpoint()?.Metadata.GetOrderedMetadata<IParameterBindingMetadata>()
        .FirstOrDefault(parameter => parameter is { IsOptional: true, HasTryParse: true }
            && context.Request.Query[parameter.Name].ToString() is { Length: > 0 } sent
            && (parameter.ParameterInfo.ParameterType == typeof(int?) ? !int.TryParse(sent, CultureInfo.InvariantCulture, out _) : !long.TryParse(sent, CultureInfo.InvariantCulture, out _)))
        ?.Name;

    /// <summary>Whether the character set of a body is unknown: the framework treats that as a server fault.</summary>
    public static bool HasUnknownCharset(HttpRequest request)
    {
        if (!MediaTypeHeaderValue.TryParse(request.ContentType, out var type) || !type.Charset.HasValue)
            return false;
        try
        {
            _ = Encoding.GetEncoding(type.Charset.ToString());
            return false;
        }
        catch (Exception unknown) when (unknown is ArgumentException or NotSupportedException)
        {
            return true;
        }
    }

    private static Problem InvalidJson(JsonException error)
    {
        var field = error.Path is null or "$" or "" ? "body" : error.Path.Replace("$.", "", StringComparison.Ordinal);
        if (MissingMembers().Match(error.Message) is { Success: true } missing)
        {
            var prefix = field == "body" ? "" : field + ".";
            return Problems.Invalid.With("errors", Quoted().Matches(missing.Groups["names"].Value)
                .ToDictionary(name => prefix + name.Groups["name"].Value, _ => Missing));
        }

        if (UnknownMember().Match(error.Message) is { Success: true } unknown)
            return Problem.InvalidField(unknown.Groups["name"].Value, "This member is unknown.");
        if (DuplicateMember().Match(error.Message) is { Success: true } twice)
            return Problem.InvalidField(twice.Groups["name"].Value, "This member occurs twice.");
        return Problem.InvalidField(field, "This value cannot be parsed.");
    }

    // The framework names the field of a binding error only inside its message; tests detect a changed wording. Matched from the start of the message, because
    // its end quotes text sent by the client, which may look like a message.
    [GeneratedRegex("parameter \"\\S+ (?<name>\\w+)\"")]
    private static partial Regex UnboundParameter();

    [GeneratedRegex("^JSON deserialization for type '[^']+' was missing required properties including: (?<names>.*)\\.")]
    private static partial Regex MissingMembers();

    [GeneratedRegex("'(?<name>[^']+)'")]
    private static partial Regex Quoted();

    [GeneratedRegex("^The JSON property '(?<name>.+)' could not be mapped", RegexOptions.Singleline)]
    private static partial Regex UnknownMember();

    [GeneratedRegex("^Duplicate property '(?<name>[^']+)'")]
    private static partial Regex DuplicateMember();
}
