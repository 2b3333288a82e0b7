namespace Dugout.Features.Products;

/// <summary>A row of <c>products</c>.</summary>
public sealed class Product
{
    /// <summary>The columns a list selects to fill this type.</summary>
    internal const string Columns = "id AS Id, name AS Name, price AS Price, rocket AS Rocket, rocket_fresh AS RocketFresh, rocket_global AS RocketGlobal";

    /// <summary>The id.</summary>
    public long Id { get; init; }

    /// <summary>Its Korean name.</summary>
    public required string Name { get; init; }

    /// <summary>Its price, in whole won.</summary>
    public long Price { get; init; }

    /// <summary>Whether <see cref="Delivery.Rocket"/> is available.</summary>
    public bool Rocket { get; init; }

    /// <summary>Whether <see cref="Delivery.RocketFresh"/> is available.</summary>
    public bool RocketFresh { get; init; }

    /// <summary>Whether <see cref="Delivery.RocketGlobal"/> is available.</summary>
    public bool RocketGlobal { get; init; }

    /// <summary>The team it is about; null for none, and where a list did not select it.</summary>
    public long? TeamId { get; init; }

    /// <summary>Converts the row to a response item.</summary>
    internal ProductItem ToItem() => new(Id, Name, Price, [.. Ways().Select(delivery => delivery.Name)]);

    private IEnumerable<Delivery> Ways()
    {
        if (Rocket)
            yield return Delivery.Rocket;
        if (RocketFresh)
            yield return Delivery.RocketFresh;
        if (RocketGlobal)
            yield return Delivery.RocketGlobal;
    }
}

/// <summary>One product.</summary>
/// <param name="ProductId">Its id.</param>
/// <param name="Name">Its Korean name.</param>
/// <param name="Price">Its price, whole won.</param>
/// <param name="Deliveries">Names of its deliveries, at least one.</param>
/// <example>{"productId":1,"name":"LG 트윈스 홈 유니폼","price":69000,"deliveries":["rocket"]}</example>
public sealed record ProductItem(long ProductId, string Name, long Price, IReadOnlyList<string> Deliveries);
