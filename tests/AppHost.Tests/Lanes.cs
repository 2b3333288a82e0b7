using Dugout.AppHost.Tests;
using Dugout.Tests.Support;
using Xunit;
using Xunit.Sdk;
using Xunit.v3;

// Three classes at once, on two cores as on more: much of a start, and most of a stop, is waiting for programs. With more, both cores are full, and each start only takes longer.
[assembly: CollectionBehavior(MaxParallelThreads = 3)]
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
