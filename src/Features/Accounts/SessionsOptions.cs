using System.ComponentModel.DataAnnotations;

namespace Dugout.Features.Accounts;

/// <summary>How soon a replica learns of sessions revoked elsewhere. Section <c>Sessions</c>.</summary>
public sealed class SessionsOptions : IValidatableObject
{
    /// <summary>Age of the cached revocations after which an arriving token triggers a poll of the primary, in milliseconds. Default 1,000, range 50 to 3,600,000.</summary>
    [Range(50, 3_600_000)]
    public int PollMilliseconds { get; set; } = 1_000;

    /// <summary>
    /// Maximum age of the cached revocations, in milliseconds; beyond it tokens are rejected. This is the longest a revoked session can continue on any replica. Default
    /// 5,000, range 1,000 to 3,600,000.
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
