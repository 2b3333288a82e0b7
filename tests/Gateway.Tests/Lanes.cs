using Xunit;

// Four classes at once, on two cores as on more: most tests wait, for a slow client or a replica that comes and goes.
[assembly: CollectionBehavior(MaxParallelThreads = 4)]

namespace Dugout.Gateway.Tests;

/// <summary>Tests that count what the whole process allocates: they run when the others are done.</summary>
[CollectionDefinition(nameof(Alone), DisableParallelization = true)]
public sealed class Alone;
