
namespace Dugout.Features.Talk;

/// <summary>Longest texts on the talk board, in characters.</summary>
internal static class TalkTexts
{
    public const int LongestTitle = 100;
    public const int LongestBody = 4_000;
    public const int LongestComment = 1_000;
}
