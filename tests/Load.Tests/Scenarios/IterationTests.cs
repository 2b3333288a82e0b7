using Dugout.Load.Scenarios;
using Xunit;

namespace Dugout.Load.Tests.Scenarios;

public sealed class IterationTests
{
    /// <summary>Twenty independent choices among twenty seats yield 12.8 different ones on average; dependent ones yield more.</summary>
    [Fact]
    public void Consecutive_iterations_choose_independently()
    {
        var different = Enumerable.Range(0, 500).Average(seed =>
            Enumerable.Range(1, 20).Select(number => new Random(Iteration.Mixed(seed, number)).Next(20)).Distinct().Count());

        Assert.InRange(different, 12.4, 13.2);
    }

    [Fact]
    public void The_same_seed_and_number_choose_the_same() => Assert.Equal(Iteration.Mixed(7, 3), Iteration.Mixed(7, 3));
}
