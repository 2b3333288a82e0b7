using System.ComponentModel.DataAnnotations;

namespace Dugout.Simulators.Pictures;

/// <summary>How the picture store behaves from now on. As it starts it answers at once.</summary>
internal sealed record PictureBehaviour
{
    /// <summary>Pause before a picture is taken, in milliseconds. Range 0 to 60,000.</summary>
    [Range(0, 60_000)]
    public int PutMilliseconds { get; init; }

    /// <summary>Pause before any other answer, in milliseconds. Range 0 to 60,000.</summary>
    [Range(0, 60_000)]
    public int LatencyMilliseconds { get; init; }

    /// <summary>Each so many-th request fails with 500 and changes nothing; 0 for none. Range 0 to 1,000.</summary>
    [Range(0, 1_000)]
    public int FailEvery { get; init; }

    /// <summary>Whether a picture that is taken is said not to be: the bytes lie there, and whoever sent them can't know.</summary>
    public bool DenyPuts { get; init; }
}
