using System.Text;

namespace Dugout.Features.Feed;

/// <summary>Tags of posts. Tags are case-insensitive: they are normalised here, because the database compares them byte by byte.</summary>
internal static class Tags
{
    /// <summary>Maximum length in characters.</summary>
    public const int MaxLength = 30;

    /// <summary>The rule, as text for error messages.</summary>
    public const string Rule = "A tag has 1 to 30 letters, digits and underscores.";

    /// <summary>The normalised tag of a text; null if it is not a valid tag.</summary>
    public static string? Of(string? text) =>
        text is { Length: >= 1 and <= MaxLength } && text.EnumerateRunes().All(rune => rune.Value == '_' || Rune.IsLetterOrDigit(rune)) ? text.ToLowerInvariant() : null;
}
