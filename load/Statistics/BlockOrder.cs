namespace Dugout.Load.Statistics;

/// <summary>The order of variants within the blocks.</summary>
internal static class BlockOrder
{
    /// <summary>
    /// Orders of variants, one per block: the first block has a random order, the second its reverse, the third a new random one and so on. Two
    /// variants thus run ABBA or BAAB: a machine that slows down from one trial to the next affects both equally.
    /// </summary>
    /// <param name="variants">The number of variants.</param>
    /// <param name="blocks">The number of blocks.</param>
    /// <param name="seed">The same seed gives the same orders.</param>
    public static IReadOnlyList<int[]> Of(int variants, int blocks, int seed)
    {
        var random = new Random(seed);
        List<int[]> orders = [];
        while (orders.Count < blocks)
        {
            int[] order = [.. Enumerable.Range(0, variants)];
            random.Shuffle(order);
            orders.Add(order);
            if (orders.Count < blocks) orders.Add([.. order.Reverse()]);
        }

        return orders;
    }
}
