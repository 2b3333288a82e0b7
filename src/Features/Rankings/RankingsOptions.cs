using System.ComponentModel.DataAnnotations;

namespace Dugout.Features.Rankings;

/// <summary>How often rankings are counted and for how long they may be shown. Section <c>Rankings</c>.</summary>
public sealed class RankingsOptions : IValidatableObject
{
    /// <summary>Time between two countings, in seconds. Default 60, range 1 to 3,600.</summary>
    [Range(1, 3_600)]
    public int RefreshSeconds { get; set; } = 60;

    /// <summary>How long a worker has the turn, and a statement may take, in seconds: if it dies, another one counts after that. Default 30, range 1 to 600.</summary>
    [Range(1, 600)]
    public int TurnSeconds { get; set; } = 30;

    /// <summary>How old a ranking is at most when it is shown, in seconds; an older one isn't. Default 180, range 5 to 7,200.</summary>
    [Range(5, 7_200)]
    public int StaleSeconds { get; set; } = 180;

    /// <summary>How often a worker looks whether a counting is due or the rankings are lost, in milliseconds. Default 500, range 50 to 10,000.</summary>
    [Range(50, 10_000)]
    public int PollMilliseconds { get; set; } = 500;

    /// <summary>How many places a ranking has. Default 20, range 1 to 100.</summary>
    [Range(1, 100)]
    public int Places { get; set; } = 20;

    /// <inheritdoc/>
    public IEnumerable<ValidationResult> Validate(ValidationContext validationContext)
    {
        if (StaleSeconds <= RefreshSeconds + TurnSeconds)
            yield return new("StaleSeconds must be above RefreshSeconds and TurnSeconds together.", [nameof(StaleSeconds)]);
    }
}
