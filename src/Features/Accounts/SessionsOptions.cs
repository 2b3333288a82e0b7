using System.ComponentModel.DataAnnotations;

namespace Dugout.Features.Accounts;

/// <summary>How soon a replica knows which sessions have ended elsewhere. Section <c>Sessions</c>.</summary>
public sealed class SessionsOptions : IValidatableObject
{
    /// <summary>How old what a replica knows may be before it asks the primary once more, in milliseconds, while tokens come. Default 1,000, range 50 to 3,600,000.</summary>
    [Range(50, 3_600_000)]
    public int PollMilliseconds { get; set; } = 1_000;

    /// <summary>
    /// How old it may be before nobody is let in by it any more, in milliseconds: the longest an ended session goes on anywhere. Default 5,000, range 1,000 to 3,600,000.
    /// </summary>
    [Range(1_000, 3_600_000)]
    public int TrustMilliseconds { get; set; } = 5_000;

    /// <inheritdoc/>
    public IEnumerable<ValidationResult> Validate(ValidationContext validationContext)
    {
        if (TrustMilliseconds < PollMilliseconds)
            yield return new("TrustMilliseconds must not be below PollMilliseconds.", [nameof(TrustMilliseconds)]);
    }
}
