using System.ComponentModel.DataAnnotations;

namespace Dugout.Features.Rankings;

/// <summary>Schedule and maximum age of rankings. Section <c>Rankings</c>.</summary>
public sealed class RankingsOptions : IValidatableObject
{
    /// <summary>Time between two counts, in seconds. Default 60, range 1 to 3,600.</summary>
    [Range(1, 3_600)]
    public int RefreshSeconds { get; set; } = 60;

    /// <summary>
    /// Duration of a worker's lease and timeout of a statement, in seconds: if the worker dies, another one counts after that. Default 30, range 1 to 600.
    /// </summary>
    [Range(1, 600)]
    public int LeaseSeconds { get; set; } = 30;

    /// <summary>Maximum age of a returned ranking, in seconds. Default 180, range 5 to 7,200.</summary>
    [Range(5, 7_200)]
    public int StaleSeconds { get; set; } = 180;

    /// <summary>Interval at which a worker checks whether a count is due or the rankings are lost, in milliseconds. Default 500, range 50 to 10,000.</summary>
    [Range(50, 10_000)]
    public int PollMilliseconds { get; set; } = 500;

    /// <summary>Number of places in a ranking. Default 20, range 1 to 100.</summary>
    [Range(1, 100)]
    public int Places { get; set; } = 20;

    /// <inheritdoc/>
    public IEnumerable<ValidationResult> Validate(ValidationContext validationContext)
    {
        if (StaleSeconds <= RefreshSeconds + LeaseSeconds)
            yield return new("StaleSeconds must be above RefreshSeconds and LeaseSeconds together.", [nameof(StaleSeconds)]);
    }
}
