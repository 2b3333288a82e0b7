namespace Dugout.Load.Experiments;

/// <summary>A claim about a system, and whether it was observed.</summary>
/// <param name="Sentence">The claim, with its yes or no.</param>
/// <param name="IsObserved">Whether it was observed.</param>
/// <param name="Evidence">The action and its result, with counts.</param>
internal sealed record Claim(string Sentence, bool IsObserved, string Evidence)
{
    /// <summary>In one line.</summary>
    public string InWords => $"{Sentence} {(IsObserved ? "" : "[NOT OBSERVED] ")}- {Evidence}";
}
