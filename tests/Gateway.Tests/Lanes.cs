using Xunit;

// Four classes at once, on two cores as on more: most tests wait, for a slow client or a replica that comes and goes.
[assembly: CollectionBehavior(MaxParallelThreads = 4)]
