namespace Dugout.Load.Statistics;

/// <summary>In which order arms take their turns.</summary>
internal static class BlockOrder
{
    /// <summary>
    /// Orders of arms, one a block: the first block has an order drawn at random, the second its reverse, the third a new one and so on. Two arms
    /// so run ABBA or BAAB: a machine that gets slower from one turn to the next does the same harm to both.
    /// </summary>
    /// <param name="arms">How many arms there are.</param>
    /// <param name="blocks">How many blocks.</param>
    /// <param name="seed">The same seed gives the same orders.</param>
    public static IReadOnlyList<int[]> Of(int arms, int blocks, int seed)
    {
        var random = new Random(seed);
        List<int[]> orders = [];
        while (orders.Count < blocks)
        {
            int[] order = [.. Enumerable.Range(0, arms)];
            random.Shuffle(order);
            orders.Add(order);
            if (orders.Count < blocks) orders.Add([.. order.Reverse()]);
        }

        return orders;
    }
}
