using System.Text;

namespace Dugout.Features.Feed;

/// <summary>Words that posts are about. The same word is the same tag in letters of either size; the database compares them byte by byte.</summary>
internal static class Tags
{
    /// <summary>Most characters of one.</summary>
    private const int MaxLength = 30;

    /// <summary>What one may be, for whoever is refused.</summary>
    public const string Rule = "A tag has 1 to 30 letters, digits and underscores.";

    /// <summary>The tag that a text means, as it is kept; null where it can't be one.</summary>
    public static string? Of(string? text) =>
        text is { Length: >= 1 and <= MaxLength } && text.EnumerateRunes().All(rune => rune.Value == '_' || Rune.IsLetterOrDigit(rune)) ? text.ToLowerInvariant() : null;
}
