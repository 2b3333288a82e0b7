using Dugout.Features.Tests;
using Dugout.Features.Tests.Feed;
using Dugout.Features.Tests.Orders;
using Dugout.Features.Tests.Platform;
using Dugout.Features.Tests.Safety;
using Dugout.Features.Tests.Seats;
using Xunit;
using Xunit.Sdk;
using Xunit.v3;

// Six collections at once, even on two cores: most tests wait for a hold, a partner or a process.
// What compares times isn't among them; see Alone.
[assembly: CollectionBehavior(MaxParallelThreads = 6)]
[assembly: TestCollectionOrderer(typeof(LongFirst))]

namespace Dugout.Features.Tests;

/// <summary>
/// Which tests begin first: those that share something with other classes, since what goes on one after the other takes longest, and other classes that
/// take long in a crowd; so they begin first. Otherwise any order, another one each time, as usual.
/// </summary>
public sealed class LongFirst : ITestCollectionOrderer
{
    private static readonly Type[] Long =
        [typeof(QueryPlansTests), typeof(SaleUnderFaultsTests), typeof(OrdersUnderFaultsTests), typeof(FaultyLinksTests), typeof(HostileRequestsTests), typeof(FeedDepthTests),
            typeof(PaymentCrashes), typeof(HoldSeatsTests), typeof(MyHoldsTests), typeof(HostTests)];

    public IReadOnlyCollection<TTestCollection> OrderTestCollections<TTestCollection>(IReadOnlyCollection<TTestCollection> testCollections)
        where TTestCollection : ITestCollection =>
        [.. DefaultTestCollectionOrderer.Instance.OrderTestCollections(testCollections).OrderBy(collection => !IsLong(collection))];

    private static bool IsLong(ITestCollection collection) => collection.TestCollectionClassName is not null
        || Long.Any(type => collection.TestCollectionDisplayName.Contains(type.FullName!, StringComparison.Ordinal));
}
