using System.Globalization;

namespace Dugout.Platform.Caching;

/// <summary>What an answer is kept under.</summary>
/// <param name="Name">What is asked.</param>
/// <param name="Tag">What the answer is made of: whoever changes that evicts all answers of this tag.</param>
/// <param name="Inputs">Every input that changes the answer.</param>
public sealed record CacheKey(string Name, string Tag, params IReadOnlyList<object?> Inputs)
{
    /// <summary>The key. No input can be mistaken for another: each is led by its length.</summary>
    public string Text { get; } = Name + string.Concat(Inputs.Select(input =>
    {
        var text = Convert.ToString(input, CultureInfo.InvariantCulture);
        return input is null ? ":-" : string.Create(CultureInfo.InvariantCulture, $":{text!.Length}.{text}");
    }));

    /// <inheritdoc/>
    public bool Equals(CacheKey? other) => other?.Text == Text;

    /// <inheritdoc/>
    public override int GetHashCode() => Text.GetHashCode(StringComparison.Ordinal);
}
