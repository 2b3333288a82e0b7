using System.Globalization;

namespace Dugout.Platform.Caching;

/// <summary>The key of a cached response.</summary>
/// <param name="Name">Name of the query.</param>
/// <param name="Tag">Tag of the data the response is built from: a change of that data invalidates all responses of the tag.</param>
/// <param name="Inputs">Every input that changes the response.</param>
public sealed record CacheKey(string Name, string Tag, params IReadOnlyList<object?> Inputs)
{
    /// <summary>The key as text. Each input is prefixed with its length, so that two lists of inputs never give the same text.</summary>
    public string Text { get; } = Name + string.Concat(Inputs.Select(input =>
    {
        var text = Convert.ToString(input, CultureInfo.InvariantCulture);
        return input is null ? ":-" : string.Create(CultureInfo.InvariantCulture, $":{text!.Length}.{text}");
    }));

    /// <summary>
    /// The only address under which the gateway may cache the response too, query parameters in ordinal order; null where it may not. The response must be the same for every caller,
    /// because replicas, too, send it from memory before they look at the caller (<see cref="CachedShortCircuit"/>). Requests that spell their parameters differently reach a replica's
    /// pipeline, so that made-up spellings fill no memory.
    /// </summary>
    public string? SharedAddress { get; init; }

    /// <inheritdoc/>
    public bool Equals(CacheKey? other) => other?.Text == Text;

    /// <inheritdoc/>
    public override int GetHashCode() => Text.GetHashCode(StringComparison.Ordinal);
}
