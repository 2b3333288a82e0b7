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
    /// <exception cref="InvalidOperationException">It is no result of the validation.</exception>
    public async ValueTask WriteAsync(ProblemDetailsContext context)
    {
        if (!await TryWriteAsync(context))
            throw new InvalidOperationException($"'{context.ProblemDetails.Title}' is no result of the validation.");
    }

    /// <summary>The path <c>Lines[0].Quantity</c> as <c>lines[0].quantity</c>.</summary>
    private static string InJson(string path) => string.Join('.', path.Split('.').Select(JsonNamingPolicy.CamelCase.ConvertName));
}
