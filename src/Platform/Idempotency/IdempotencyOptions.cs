using System.ComponentModel.DataAnnotations;

namespace Dugout.Platform.Idempotency;

/// <summary>How long idempotency keys are stored. Section <c>Idempotency</c>.</summary>
public sealed class IdempotencyOptions
{
    /// <summary>Age at which a key is deleted, in hours. Default 48, range 24 to 720: clients may rely on 24.</summary>
    [Range(24, 720)]
    public int KeepHours { get; set; } = 48;

    /// <summary>Pause between two clean-ups, in seconds. Default 60, range 1 to 86,400.</summary>
    [Range(1, 86_400)]
    public int CleanEverySeconds { get; set; } = 60;
}
