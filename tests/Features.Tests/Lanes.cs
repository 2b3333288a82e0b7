using Dugout.Features.Tests;
using Xunit;
using Xunit.Sdk;
using Xunit.v3;

// Four collections at once, on two cores as on more: most tests wait, for a hold to end, a partner to answer, a process to come back.
// What compares times isn't among them; see Alone.
[assembly: CollectionBehavior(MaxParallelThreads = 4)]
[assembly: TestCollectionOrderer(typeof(LongFirst))]

namespace Dugout.Features.Tests;

/// <summary>
/// Which tests begin first: those that share something with other classes, since what goes on one after the other takes longest, and nobody waits
/// for it in the end. Otherwise any order, another one each time, as usual.
/// </summary>
public sealed class LongFirst : ITestCollectionOrderer
{
    public IReadOnlyCollection<TTestCollection> OrderTestCollections<TTestCollection>(IReadOnlyCollection<TTestCollection> testCollections)
        where TTestCollection : ITestCollection =>
        [.. DefaultTestCollectionOrderer.Instance.OrderTestCollections(testCollections).OrderBy(collection => collection.TestCollectionClassName is null)];
}
