namespace Dugout.Load.Experiments;

/// <summary>Something that is said of a system, and what was seen of it.</summary>
/// <param name="Sentence">What is said, with its yes or no.</param>
/// <param name="IsSeen">Whether it was seen to be so.</param>
/// <param name="Evidence">What was done and what came of it, with its counts.</param>
internal sealed record Claim(string Sentence, bool IsSeen, string Evidence)
{
    /// <summary>In one line.</summary>
    public string InWords => $"{Sentence} {(IsSeen ? "" : "[NOT SEEN] ")}- {Evidence}";
}
