namespace Dugout.Features.Products;

/// <summary>A way in which products are delivered.</summary>
/// <param name="Name">What clients call it.</param>
/// <param name="Column">The column that says which products can be had so.</param>
/// <param name="Span">
/// How many ids a kept piece of its list covers: the rarer the delivery, the more, so that a piece holds one or two hundred products
/// and a page is put together from one or two pieces.
/// </param>
public sealed record Delivery(string Name, string Column, int Span)
{
    /// <summary>By the next morning, from our own store.</summary>
    public static readonly Delivery Rocket = new("rocket", "rocket", 256);

    /// <summary>The same, cooled.</summary>
    public static readonly Delivery RocketFresh = new("rocket-fresh", "rocket_fresh", 512);

    /// <summary>From abroad.</summary>
    public static readonly Delivery RocketGlobal = new("rocket-global", "rocket_global", 1_024);

    /// <summary>All of them.</summary>
    public static IReadOnlyList<Delivery> All { get; } = [Rocket, RocketFresh, RocketGlobal];

    /// <summary>The one of a name; null where there is none.</summary>
    public static Delivery? Of(string? name) => All.FirstOrDefault(delivery => delivery.Name == name);
}
