using Dugout.Load.Experiments;
using Dugout.Load.Statistics;

namespace Dugout.Load.Calibrating;

/// <summary>How often comparisons came out in which way.</summary>
/// <param name="Comparisons">How many there were.</param>
/// <param name="Better">How many said better.</param>
/// <param name="Worse">How many said worse.</param>
/// <param name="NoDifferenceShown">How many showed none.</param>
/// <param name="TooNoisy">How many could not say.</param>
internal sealed record Verdicted(int Comparisons, int Better, int Worse, int NoDifferenceShown, int TooNoisy)
{
    /// <summary>The part of them that claimed something.</summary>
    public double Claims => Comparisons == 0 ? 0 : (Better + Worse) / (double)Comparisons;

    /// <summary>Counts.</summary>
    public static Verdicted Of(IReadOnlyCollection<Effect> verdicts)
    {
        return new(verdicts.Count, Count(Effect.Better), Count(Effect.Worse), Count(Effect.NoDifferenceShown), Count(Effect.TooNoisyToSay));

        int Count(Effect effect) => verdicts.Count(verdict => verdict == effect);
    }
}

/// <summary>What the lab says of one arm: as it was run, a few blocks a comparison, and of blocks drawn from all that were run.</summary>
/// <param name="Arm">The arm.</param>
/// <param name="Ratio">Its ratio to the first arm by all blocks: the best that is known of the truth.</param>
/// <param name="Live">Comparisons of blocks in a row, each used once.</param>
/// <param name="Drawn">Comparisons of blocks drawn at random, in each of which it was drawn anew which turn of the first arm is which.</param>
internal sealed record ArmCalibration(string Arm, Interval Ratio, Verdicted Live, Verdicted Drawn);

/// <summary>How far the lab's verdicts can be believed, from a recorded experiment whose truth is known. A pure function of the record.</summary>
/// <param name="Experiment">The experiment's name.</param>
/// <param name="Blocks">How many whole blocks it has.</param>
/// <param name="Each">How many of them a comparison has.</param>
/// <param name="Same">The first arm against itself: every claim of it is a false alarm. Of experiments that have a third turn of the first arm only.</param>
/// <param name="Dearer">The arms that cost more, the cheapest first.</param>
internal sealed record Calibration(string Experiment, int Blocks, int Each, ArmCalibration? Same, IReadOnlyList<ArmCalibration> Dearer)
{
    /// <summary>The part of tries in which a cost has to be found to count as one the lab finds.</summary>
    public const double Found = 0.9;

    /// <summary>The smallest cost that was found in nine of ten comparisons, live and drawn; null where none was.</summary>
    public ArmCalibration? Smallest => Dearer.FirstOrDefault(arm => Share(arm.Live) >= Found && Share(arm.Drawn) >= Found);

    /// <summary>Judges the blocks of a record, a few at a time.</summary>
    /// <param name="record">A whole record of <c>same</c> or <c>dearer</c>.</param>
    /// <param name="each">How many blocks a comparison has.</param>
    /// <param name="draws">How many comparisons are drawn.</param>
    /// <param name="seed">For the draws.</param>
    public static Calibration Of(ExperimentRecord record, int each, int draws, int seed)
    {
        var metric = Metric.All.Single(one => one.Name == record.Metric);
        var rule = record.Rule with { LowerIsBetter = metric.LowerIsBetter };
        var (first, again) = (record.Arms[0].Name, record.Arms[1].Name);
        var blocks = record.Turns.GroupBy(turn => turn.Block).Where(block => block.Count() == record.Arms.Count && block.All(turn => turn.Ok > 0))
            .OrderBy(block => block.Key).Select(block => new Block(block.ToDictionary(turn => turn.Arm, metric.Of), block.All(turn => turn.Void is null))).ToList();
        string[] same = record.Arms.Any(arm => arm.Name == AllExperiments.TheSame) ? [first, again, AllExperiments.TheSame] : [first, again];
        var arms = record.Arms.Skip(2).Select(arm => arm.Name).Select(OfArm).ToList();
        return new Calibration(record.Name, blocks.Count, each, arms.FirstOrDefault(arm => arm.Arm == AllExperiments.TheSame), [.. arms.Where(arm => arm.Arm != AllExperiments.TheSame).OrderBy(arm => arm.Ratio.Estimate)]);

        ArmCalibration OfArm(string arm)
        {
            var random = new Random(seed);
            var live = blocks.Chunk(each).Where(chunk => chunk.Length == each).Select(chunk => Verdict(chunk, [first, again, arm])).ToList();
            var drawn = Enumerable.Range(0, blocks.Count < each ? 0 : draws).Select(_ => Verdict(Draw(random), [first, again, arm])).ToList();
            return new ArmCalibration(
                arm, Bootstrap.Of(Verdicts.LogRatios([.. blocks.Select(block => block.Values[first])], [.. blocks.Select(block => block.Values[arm])]), rule.Error, seed).Exponential(), Verdicted.Of(live), Verdicted.Of(drawn));
        }

        Effect Verdict(Block[] chosen, string[] names) =>
            Judgement.Of([.. chosen.Select(block => block.Values[names[0]])], [.. chosen.Select(block => block.Values[names[1]])], [[.. chosen.Select(block => block.Values[names[2]])]], chosen.All(block => block.IsSound), rule, seed)
                .Arms[0].Verdict;

        // Blocks that were really run, no one twice; which turn of the same arm plays which part says nothing, so it is drawn.
        Block[] Draw(Random random)
        {
            var all = blocks.ToArray();
            random.Shuffle(all);
            return [.. all.Take(each).Select(block => block.Shuffled(same, random))];
        }
    }

    private static double Share(Verdicted verdicts) => verdicts.Comparisons == 0 ? 0 : verdicts.Worse / (double)verdicts.Comparisons;

    /// <summary>The deciding metric's values of a block, by arm.</summary>
    private sealed record Block(IReadOnlyDictionary<string, double> Values, bool IsSound)
    {
        /// <summary>The same block, in which the values of equal arms have changed places.</summary>
        public Block Shuffled(string[] equal, Random random)
        {
            var places = equal.ToArray();
            random.Shuffle(places);
            var values = new Dictionary<string, double>(Values);
            foreach (var (name, place) in equal.Zip(places)) values[name] = Values[place];
            return this with { Values = values };
        }
    }
}
