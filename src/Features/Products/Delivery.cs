
namespace Dugout.Features.Products;

/// <summary>A delivery type of products.</summary>
/// <param name="Name">The name used by clients.</param>
/// <param name="Column">The column that marks the products with this delivery.</param>
/// <param name="Span">Number of ids covered by a cached piece of its list. Rare deliveries have larger spans, so that a piece
/// holds one or two hundred products and a page needs one or two pieces.</param>
public sealed record Delivery(string Name, string Column, int Span)
{
    /// <summary>By the next morning, from the shop's own warehouse.</summary>
    public static readonly Delivery Rocket = new("rocket", "rocket", 256);

    /// <summary>By the next morning, refrigerated.</summary>
    public static readonly Delivery RocketFresh = new("rocket-fresh", "rocket_fresh", 512);

    /// <summary>From abroad.</summary>
    public static readonly Delivery RocketGlobal = new("rocket-global", "rocket_global", 1_024);

    /// <summary>All deliveries.</summary>
    public static IReadOnlyList<Delivery> All { get; } = [Rocket, RocketFresh, RocketGlobal];

    /// <summary>The delivery with a name; null if there is none.</summary>
    public static Delivery? Of(string? name) => All.FirstOrDefault(delivery => delivery.Name == name);
}

/// <summary>Marks a request member that is the name of a delivery.</summary>
[AttributeUsage(AttributeTargets.Parameter)]
internal sealed class DeliveryNameAttribute() : ChoiceAttribute(Delivery.All.Select(delivery => delivery.Name));
