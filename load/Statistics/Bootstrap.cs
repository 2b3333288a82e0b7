namespace Dugout.Load.Statistics;

/// <summary>
/// What a handful of blocks says about the effect: the median of all pairwise means (Hodges and Lehmann 1963), and how far it moves when blocks are
/// drawn again with replacement (Efron 1979). Whole blocks are drawn, never requests: those of one block share the block's luck.
/// </summary>
internal static class Bootstrap
{
    /// <summary>How often the blocks are drawn again.</summary>
    public const int Resamples = 10_000;

    /// <summary>Of up to so many blocks, most draws are of the same ones as an earlier draw: eight can be drawn in 6,435 ways if their order is left out, nine in 24,310.</summary>
    private const int FewBlocks = 8;

    /// <summary>So many numbers, 4 KB, need no memory of their own: those of the pairs of thirty blocks.</summary>
    private const int MostOnStack = 512;

    /// <summary>So many bits count how often a block was drawn.</summary>
    private const int BitsOfCount = 4;

    /// <summary>The median of the means of every pair of values, each value with itself too. One wild block moves it little.</summary>
    public static double HodgesLehmann(ReadOnlySpan<double> values)
    {
        var pairs = values.Length * (values.Length + 1) / 2;
        Span<double> means = pairs <= MostOnStack ? stackalloc double[pairs] : new double[pairs];
        var next = 0;
        for (var i = 0; i < values.Length; i++)
        {
            for (var j = i; j < values.Length; j++) means[next++] = (values[i] + values[j]) / 2;
        }

        means.Sort();
        return (means[(means.Length - 1) / 2] + means[means.Length / 2]) / 2;
    }

    /// <summary>The estimate and its interval.</summary>
    /// <param name="blocks">One value a block: a log ratio.</param>
    /// <param name="error">How often the truth may lie outside: 0.05 for 95 %.</param>
    /// <param name="seed">The same seed draws the same blocks.</param>
    /// <param name="resamples">How often they are drawn.</param>
    /// <remarks>
    /// Percentiles of the resampled estimates, widened for few blocks. n values drawn with replacement spread by √((n − 1) ÷ n) less than new
    /// ones would, and percentiles know nothing of Student's t: distances from the estimate are stretched by t ÷ z · √(n ÷ (n − 1)), as
    /// Hesterberg (2015) has it. With five blocks that is 1.6 times, with thirty 1.06 times.
    /// </remarks>
    public static Interval Of(ReadOnlySpan<double> blocks, double error, int seed, int resamples = Resamples)
    {
        if (blocks.Length < 2) throw new ArgumentException("One block has no spread: at least two are needed.", nameof(blocks));
        var random = new Random(seed);
        var estimates = new double[resamples];
        var drawn = new double[blocks.Length];
        var isFew = blocks.Length <= FewBlocks;
        var known = new Dictionary<ulong, double>();
        for (var i = 0; i < resamples; i++)
        {
            var counts = 0UL;
            for (var j = 0; j < drawn.Length; j++)
            {
                var block = random.Next(blocks.Length);
                drawn[j] = blocks[block];
                if (isFew) counts += 1UL << (BitsOfCount * block);
            }

            if (!isFew) estimates[i] = HodgesLehmann(drawn);
            else if (!known.TryGetValue(counts, out estimates[i])) known[counts] = estimates[i] = HodgesLehmann(drawn);
        }

        Array.Sort(estimates);
        var estimate = HodgesLehmann(blocks);
        var n = blocks.Length;
        var stretch = StudentT.Quantile(1 - (error / 2), n - 1) / StudentT.NormalQuantile(1 - (error / 2)) * Math.Sqrt(n / (n - 1.0));
        return new Interval(
            estimate,
            Math.Min(estimate, estimate + (stretch * (Percentile(estimates, error / 2) - estimate))),
            Math.Max(estimate, estimate + (stretch * (Percentile(estimates, 1 - (error / 2)) - estimate))));
    }

    /// <summary>The value below which so great a part of an ordered list lies, between two neighbours where it falls between them.</summary>
    private static double Percentile(double[] ordered, double part)
    {
        var at = part * (ordered.Length - 1);
        var below = (int)Math.Floor(at);
        var above = Math.Min(below + 1, ordered.Length - 1);
        return ordered[below] + ((at - below) * (ordered[above] - ordered[below]));
    }
}
