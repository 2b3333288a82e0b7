using Dugout.Load.Scenarios;
using Xunit;

namespace Dugout.Load.Tests.Scenarios;

public sealed class IterationTests
{
    /// <summary>Twenty fans who each want one of twenty seats want 12.8 different ones on the average; fans who avoid one another want more.</summary>
    [Fact]
    public void Flows_in_a_row_choose_without_regard_to_one_another()
    {
        var different = Enumerable.Range(0, 500).Average(seed =>
            Enumerable.Range(1, 20).Select(number => new Random(Iteration.Mixed(seed, number)).Next(20)).Distinct().Count());

        Assert.InRange(different, 12.4, 13.2);
    }

    [Fact]
    public void The_same_seed_and_number_choose_the_same() => Assert.Equal(Iteration.Mixed(7, 3), Iteration.Mixed(7, 3));
}
