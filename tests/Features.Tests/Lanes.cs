using Dugout.Features.Tests;
using Dugout.Features.Tests.Feed;
using Dugout.Features.Tests.Orders;
using Dugout.Features.Tests.Platform;
using Dugout.Features.Tests.Platform.Consistency;
using Dugout.Features.Tests.Safety;
using Dugout.Features.Tests.Seats;
using Xunit;
using Xunit.Sdk;
using Xunit.v3;

// Five collections at once, even on two cores: most tests wait for a hold, a partner or a process.
// What compares times isn't among them; see Alone.
[assembly: CollectionBehavior(MaxParallelThreads = 5)]
[assembly: TestCollectionOrderer(typeof(LongFirst))]

namespace Dugout.Features.Tests;

/// <summary>
/// Which tests begin first: the longest, then those that share a shop, whose classes run one after the other. The rest runs in another order each time, as usual.
/// </summary>
public sealed class LongFirst : ITestCollectionOrderer
{
    /// <summary>The collections that take longest, in this order.</summary>
    private static readonly string[] Longest =
    [
        TheOtherPaidShop.Name, nameof(PaidShop), nameof(ReplicatedShop), TheOutboxLease.Name, nameof(FaultedShop), .. from type in (Type[])
        [
            typeof(QueryPlansTests), typeof(OrdersUnderFaultsTests), typeof(HostileRequestsTests), typeof(FaultyLinksTests), typeof(FeedDepthTests),
            typeof(PaymentCrashes), typeof(HoldSeatsTests), typeof(MyHoldsTests), typeof(HostTests),
        ] select type.FullName!,
    ];

    public IReadOnlyCollection<TTestCollection> OrderTestCollections<TTestCollection>(IReadOnlyCollection<TTestCollection> testCollections)
        where TTestCollection : ITestCollection =>
        [.. DefaultTestCollectionOrderer.Instance.OrderTestCollections(testCollections).OrderBy(Rank)];

    private static int Rank<TTestCollection>(TTestCollection collection)
        where TTestCollection : ITestCollection
    {
        var rank = Array.FindIndex(Longest, name => collection.TestCollectionDisplayName.Contains(name, StringComparison.Ordinal));
        return rank >= 0 ? rank : Longest.Length + (collection.TestCollectionClassName is null ? 1 : 0);
    }
}
