using Dugout.Load.Experiments;
using Dugout.Load.Statistics;

namespace Dugout.Load.Calibrating;

/// <summary>The counts of comparisons by verdict.</summary>
/// <param name="Comparisons">The number of comparisons.</param>
/// <param name="Better">The number of verdicts "better".</param>
/// <param name="Worse">The number of verdicts "worse".</param>
/// <param name="NoDifferenceShown">The number that showed no difference.</param>
/// <param name="TooNoisy">The number that were too noisy to decide.</param>
internal sealed record Verdicted(int Comparisons, int Better, int Worse, int NoDifferenceShown, int TooNoisy)
{
    /// <summary>The fraction of them with a claim.</summary>
    public double Claims => Comparisons == 0 ? 0 : (Better + Worse) / (double)Comparisons;

    /// <summary>Counts.</summary>
    public static Verdicted Of(IReadOnlyCollection<Effect> verdicts)
    {
        return new(verdicts.Count, Count(Effect.Better), Count(Effect.Worse), Count(Effect.NoDifferenceShown), Count(Effect.TooNoisyToSay));

        int Count(Effect effect) => verdicts.Count(verdict => verdict == effect);
    }
}

/// <summary>The lab's verdicts on one variant: in the order it was run, a few blocks per comparison, and over blocks drawn from all that were run.</summary>
/// <param name="Variant">The variant.</param>
/// <param name="Ratio">Its ratio to the first variant over all blocks: the best known estimate of the true ratio.</param>
/// <param name="Live">Comparisons of consecutive blocks, each used once.</param>
/// <param name="Drawn">Comparisons of blocks drawn at random; each draws anew which trial of the first variant plays which role.</param>
internal sealed record VariantCalibration(string Variant, Interval Ratio, Verdicted Live, Verdicted Drawn);

/// <summary>The reliability of the lab's verdicts, from a recorded experiment whose true result is known. A pure function of the record.</summary>
/// <param name="Experiment">The experiment's name.</param>
/// <param name="Blocks">The number of complete blocks.</param>
/// <param name="Each">The number of blocks per comparison.</param>
/// <param name="Same">The first variant against itself: every claim is a false alarm. Only for experiments with a third trial of the first variant.</param>
/// <param name="Dearer">The variants that cost more, the cheapest first.</param>
internal sealed record Calibration(string Experiment, int Blocks, int Each, VariantCalibration? Same, IReadOnlyList<VariantCalibration> Dearer)
{
    /// <summary>The fraction of comparisons that must detect a cost for it to count as detectable.</summary>
    public const double Found = 0.9;

    /// <summary>The smallest cost that was detected in nine of ten comparisons, live and drawn; null where none was.</summary>
    public VariantCalibration? Smallest => Dearer.FirstOrDefault(variant => Share(variant.Live) >= Found && Share(variant.Drawn) >= Found);

    /// <summary>Computes the verdicts on the blocks of a record, a few at a time.</summary>
    /// <param name="record">A complete record of <c>same</c> or <c>dearer</c>.</param>
    /// <param name="each">The number of blocks per comparison.</param>
    /// <param name="draws">The number of drawn comparisons.</param>
    /// <param name="seed">The seed of the draws.</param>
    public static Calibration Of(ExperimentRecord record, int each, int draws, int seed)
    {
        var metric = Metric.All.Single(one => one.Name == record.Metric);
        var rule = record.Rule with { LowerIsBetter = metric.LowerIsBetter };
        var (first, again) = (record.Variants[0].Name, record.Variants[1].Name);
        var blocks = record.Trials.GroupBy(trial => trial.Block).Where(block => block.Count() == record.Variants.Count && block.All(trial => trial.Ok > 0))
            .OrderBy(block => block.Key).Select(block => new Block(block.ToDictionary(trial => trial.Variant, metric.Of), block.All(trial => trial.Void is null))).ToList();
        string[] same = record.Variants.Any(variant => variant.Name == AllExperiments.TheSame) ? [first, again, AllExperiments.TheSame] : [first, again];
        var variants = record.Variants.Skip(2).Select(variant => variant.Name).Select(OfVariant).ToList();
        return new Calibration(record.Name, blocks.Count, each, variants.FirstOrDefault(variant => variant.Variant == AllExperiments.TheSame), [.. variants.Where(variant => variant.Variant != AllExperiments.TheSame).OrderBy(variant => variant.Ratio.Estimate)]);

        VariantCalibration OfVariant(string variant)
        {
            var random = new Random(seed);
            var live = blocks.Chunk(each).Where(chunk => chunk.Length == each).Select(chunk => Verdict(chunk, [first, again, variant])).ToList();
            var drawn = Enumerable.Range(0, blocks.Count < each ? 0 : draws).Select(_ => Verdict(Draw(random), [first, again, variant])).ToList();
            return new VariantCalibration(
                variant, Bootstrap.Of(Verdicts.LogRatios([.. blocks.Select(block => block.Values[first])], [.. blocks.Select(block => block.Values[variant])]), rule.Error, seed).Exponential(), Verdicted.Of(live), Verdicted.Of(drawn));
        }

        Effect Verdict(Block[] chosen, string[] names) =>
            Judgement.Of([.. chosen.Select(block => block.Values[names[0]])], [.. chosen.Select(block => block.Values[names[1]])], [[.. chosen.Select(block => block.Values[names[2]])]], chosen.All(block => block.IsValid), rule, seed)
                .Variants[0].Verdict;

        // Blocks that were really run, none twice; the roles of trials of the same variant are arbitrary, so they are drawn.
        Block[] Draw(Random random)
        {
            var all = blocks.ToArray();
            random.Shuffle(all);
            return [.. all.Take(each).Select(block => block.Shuffled(same, random))];
        }
    }

    private static double Share(Verdicted verdicts) => verdicts.Comparisons == 0 ? 0 : verdicts.Worse / (double)verdicts.Comparisons;

    /// <summary>The deciding metric's values of a block, by variant.</summary>
    private sealed record Block(IReadOnlyDictionary<string, double> Values, bool IsValid)
    {
        /// <summary>The same block, with the values of equal variants shuffled.</summary>
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
