using System.ComponentModel.DataAnnotations;

namespace Dugout.Features.Seats;

/// <summary>How seats are held. Section <c>Seats</c>.</summary>
public sealed class SeatsOptions
{
    /// <summary>How long a hold lives, in seconds. Default 420, range 1 to 900.</summary>
    [Range(1, 900)]
    public int HoldSeconds { get; set; } = 420;

    /// <summary>
    /// Whether the limits of an account are already counted when it holds seats. Default true. Without it only the count
    /// at the reservation stands, which then can be raced alone.
    /// </summary>
    public bool LimitHolds { get; set; } = true;
}
