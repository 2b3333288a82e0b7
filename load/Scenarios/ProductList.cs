using Dugout.Load.Client;

namespace Dugout.Load.Scenarios;

/// <summary>
/// A guest who pages through merchandise: a page of each delivery type in turn, each starting at a product chosen by the keys. No account signs in. A
/// response that takes more than six seconds is a time-out, an outcome of its own.
/// </summary>
internal sealed class ProductList : IScenario
{
    /// <summary>The name under which the scenario is run.</summary>
    public const string Name = "product-list";

    /// <summary>The time-out of its requests.</summary>
    public static readonly TimeSpan Patience = TimeSpan.FromSeconds(6);

    private const int PageLength = 100;

    /// <summary>Above every seeded id.</summary>
    private const long HighId = 1L << 24;

    private static readonly string[] Deliveries = ["rocket", "rocket-fresh", "rocket-global"];

    private int _starts;

    public int Steps => Deliveries.Length;

    /// <summary>Finds the last product by binary search, so that pages can begin anywhere before it.</summary>
    /// <exception cref="NoSystemException">There are no products.</exception>
    public async Task PrepareAsync(Lab lab)
    {
        var (last, beyond) = (0L, HighId);
        while (last + 1 < beyond)
        {
            var middle = (last + beyond) / 2;
            var next = Season.Needed(await lab.Shop.ProductsAsync(Deliveries[0], middle - 1, 1, page => ResponseChecks.Products(page, Deliveries[0], middle - 1, 1)));
            if (next.Items is [var product]) last = product.ProductId;
            else beyond = middle;
        }

        // The last pages are short ones, as they are for real users.
        _starts = last > 0 ? (int)last : throw new NoSystemException("the shop has no products: nothing to look at");
    }

    public async Task RunAsync(Iteration iteration)
    {
        foreach (var (index, delivery) in Deliveries.Index())
        {
            var after = iteration.Lab.Options.Keys.Index(_starts, iteration.Random);
            await iteration.StepAsync($"{index + 1} {delivery}", Repeat.Read, () => iteration.Lab.Shop.ProductsAsync(delivery, after, PageLength, page => ResponseChecks.Products(page, delivery, after, PageLength)));
        }
    }
}
