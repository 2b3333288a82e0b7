
namespace Dugout.Features.Talk;

/// <summary>Validation of texts on the talk board.</summary>
internal static class TalkTexts
{
    public const int LongestTitle = 100;
    public const int LongestBody = 4_000;
    public const int LongestComment = 1_000;

    /// <summary>Validates a post; null if it is valid.</summary>
    public static Problem? ErrorOfPost(string title, string body) => ErrorOf("title", title, LongestTitle) ?? ErrorOf("body", body, LongestBody);

    /// <summary>Validates a comment; null if it is valid.</summary>
    public static Problem? ErrorOfComment(string body) => ErrorOf("body", body, LongestComment);

    private static Problem? ErrorOf(string field, string text, int longest) => string.IsNullOrWhiteSpace(text) || text.Length > longest
        ? Problem.InvalidField(field, $"Give 1 to {longest} characters that are not all whitespace.")
        : null;
}
