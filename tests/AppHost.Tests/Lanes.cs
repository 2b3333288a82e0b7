using Dugout.AppHost.Tests;
using Dugout.Tests.Support;
using Xunit;
using Xunit.Sdk;
using Xunit.v3;

// Four classes at once, on two cores as on more: most of a start, and most of a stop, is waiting for programs.
[assembly: CollectionBehavior(MaxParallelThreads = 4)]
[assembly: AssemblyFixture(typeof(HeavyTests))]
[assembly: TestCollectionOrderer(typeof(WholeSystemsFirst))]

namespace Dugout.AppHost.Tests;

/// <summary>Tests of whole systems take longest, so they begin first.</summary>
public sealed class WholeSystemsFirst : ITestCollectionOrderer
{
    public IReadOnlyCollection<TTestCollection> OrderTestCollections<TTestCollection>(IReadOnlyCollection<TTestCollection> testCollections)
        where TTestCollection : ITestCollection =>
        [.. testCollections.OrderBy(collection => collection.TestCollectionDisplayName.Contains(".Infrastructure.", StringComparison.Ordinal))];
}
