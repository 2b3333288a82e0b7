namespace Dugout.Features.Catalog;

/// <summary>A club of the league.</summary>
public sealed class Team
{
    /// <summary>The id.</summary>
    public long Id { get; init; }

    /// <summary>Its Latin short name, such as <c>LG</c>.</summary>
    public required string Code { get; init; }

    /// <summary>Its Korean name.</summary>
    public required string Name { get; init; }

    /// <summary>Id of its home stadium; two clubs may share one.</summary>
    public long StadiumId { get; init; }

    /// <summary>Its home stadium.</summary>
    public Stadium Stadium { get; init; } = null!;
}
