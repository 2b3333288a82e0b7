using Xunit;

// Four classes at once, on two cores as on more: most tests wait, for a schedule to pass or a server to answer.
[assembly: CollectionBehavior(MaxParallelThreads = 4)]
