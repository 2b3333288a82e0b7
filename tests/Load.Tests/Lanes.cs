using Xunit;

// Four classes at once, even on two cores: most tests wait for a schedule or a server.
[assembly: CollectionBehavior(MaxParallelThreads = 4)]
