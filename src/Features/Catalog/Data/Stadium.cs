namespace Dugout.Features.Catalog;

/// <summary>A stadium.</summary>
public sealed class Stadium
{
    /// <summary>The id.</summary>
    public long Id { get; init; }

    /// <summary>Its Korean name.</summary>
    public required string Name { get; init; }
}
