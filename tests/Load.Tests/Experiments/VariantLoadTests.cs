using Dugout.Load.Experiments;
using Xunit;

namespace Dugout.Load.Tests.Experiments;

public sealed class VariantLoadTests
{
    private static readonly IReadOnlyList<VariantLoad> Loads =
        [.. AllExperiments.List.SelectMany(experiment => experiment.Variants.Select(variant => variant.Load ?? experiment.Load)).Distinct()];

    [Fact]
    public void The_warm_up_is_the_same_load_with_other_choices_and_no_disturbance()
    {
        foreach (var load in Loads)
        {
            var (warmUp, counted) = (load.WarmUp("apphost.json", 7), load.Options("apphost.json", 7));

            Assert.Equal(counted with { Keys = warmUp.Keys, Seed = warmUp.Seed, Seconds = load.WarmUpSeconds, FirstFan = load.Fans / 2, Disturbance = null }, warmUp);
            Assert.Equal(counted.Keys.Text, warmUp.Keys.Text);
            Assert.NotEqual(counted.Seed, warmUp.Seed);
        }
    }

    /// <summary>What fans of one block do in its warm-up, no block's fans do in the run that counts.</summary>
    [Fact]
    public void No_block_measures_the_choices_of_another_warm_up()
    {
        const int Blocks = 1_000;
        var load = Loads[0];

        var warmUps = Enumerable.Range(0, Blocks + 1).Select(block => load.WarmUp("apphost.json", block).Seed).ToHashSet();

        Assert.DoesNotContain(Enumerable.Range(0, Blocks + 1), block => warmUps.Contains(load.Options("apphost.json", block).Seed));
    }
}
