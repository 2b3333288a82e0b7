namespace Dugout.Features.Catalog;

/// <summary>A seat grade of a game: a stand at a price.</summary>
public sealed class Grade
{
    /// <summary>The id, unique over all games.</summary>
    public long Id { get; init; }

    /// <summary>The game.</summary>
    public long GameId { get; init; }

    /// <summary>The stand with these seats.</summary>
    public long StandId { get; init; }

    /// <summary>Its Korean name.</summary>
    public required string Name { get; init; }

    /// <summary>Price of one seat, in whole won.</summary>
    public long Price { get; init; }

    /// <summary>Number of seats; they are numbered from 1.</summary>
    public int Capacity { get; init; }

    /// <summary>Maximum number of seats of this grade per account.</summary>
    public int SeatsPerAccount { get; init; }
}
