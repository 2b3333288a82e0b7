using System.Text.Json;
using Microsoft.AspNetCore.Http;

namespace Dugout.Platform.Http;

/// <summary>Writes what the framework's validation found as <see cref="Problems.Invalid"/>, by the names that the members have in JSON.</summary>
internal sealed class ValidationProblems : IProblemDetailsService
{
    /// <inheritdoc/>
    public async ValueTask<bool> TryWriteAsync(ProblemDetailsContext context)
    {
        if (context.ProblemDetails is not HttpValidationProblemDetails found)
            return false;
        var errors = found.Errors.ToDictionary(error => InJson(error.Key), error => error.Value);
        await Problems.Invalid.With("errors", errors).ExecuteAsync(context.HttpContext);
        return true;
    }

    /// <inheritdoc/>
    public async ValueTask WriteAsync(ProblemDetailsContext context) => await TryWriteAsync(context);

    /// <summary>The path <c>Lines[0].Quantity</c> as <c>lines[0].quantity</c>.</summary>
    private static string InJson(string path) => string.Join('.', path.Split('.').Select(JsonNamingPolicy.CamelCase.ConvertName));
}
