using System.Text.Json.Serialization;

namespace Dugout.Features.Seats;

/// <summary>A seat of a game: its grade and its number within the grade, from 1.</summary>
/// <param name="GradeId">Its grade.</param>
/// <param name="Number">Its number in the grade, from 1.</param>
/// <example>{"gradeId":11,"number":120}</example>
[method: JsonConstructor] // Without a named constructor a struct's members could be omitted from a request.
public readonly record struct Seat(long GradeId, int Number);

/// <summary>A seat at the price it was held for, in whole won.</summary>
/// <param name="GradeId">Its grade.</param>
/// <param name="Number">Its number in the grade, from 1.</param>
/// <param name="Price">Its price, whole won.</param>
/// <example>{"gradeId":11,"number":120,"price":50000}</example>
public readonly record struct PricedSeat(long GradeId, int Number, long Price)
{
    /// <summary>The seat without its price.</summary>
    [JsonIgnore]
    public Seat Seat => new(GradeId, Number);
}
