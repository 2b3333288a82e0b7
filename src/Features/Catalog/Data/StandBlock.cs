namespace Dugout.Features.Catalog;

/// <summary>A block of a stand: rows of equal length, numbered consecutively.</summary>
public sealed class StandBlock
{
    /// <summary>The stand.</summary>
    public long StandId { get; init; }

    /// <summary>Number of the block's first seat.</summary>
    public int FirstNumber { get; init; }

    /// <summary>The name on its sign.</summary>
    public required string Name { get; init; }

    /// <summary>Number of rows.</summary>
    public int SeatRows { get; init; }

    /// <summary>Seats in each row.</summary>
    public int SeatsPerRow { get; init; }
}
