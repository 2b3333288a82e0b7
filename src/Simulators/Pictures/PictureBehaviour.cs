using System.ComponentModel.DataAnnotations;

namespace Dugout.Simulators.Pictures;

/// <summary>Behaviour of the picture store. Initially it responds at once.</summary>
internal sealed record PictureBehaviour
{
    /// <summary>Pause before a picture is stored, in milliseconds. Range 0 to 60,000.</summary>
    [Range(0, 60_000)]
    public int PutMilliseconds { get; init; }

    /// <summary>Pause before any other response, in milliseconds. Range 0 to 60,000.</summary>
    [Range(0, 60_000)]
    public int LatencyMilliseconds { get; init; }

    /// <summary>Every n-th request fails with 500 and changes nothing; 0 for none. Range 0 to 1,000.</summary>
    [Range(0, 1_000)]
    public int FailEvery { get; init; }

    /// <summary>Whether stored pictures get an error response: the bytes are stored, but the sender cannot know.</summary>
    public bool DenyPuts { get; init; }
}
