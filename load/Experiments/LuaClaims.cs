using System.Globalization;

namespace Dugout.Load.Experiments;

/// <summary>What is claimed of Redis scripts, from counts of what was seen. Pure functions.</summary>
internal static class LuaClaims
{
    /// <summary>Two writers put the same value under two keys, a reader looks at both at once.</summary>
    /// <param name="looks">How often the reader looked while scripts wrote.</param>
    /// <param name="halves">How often the two values differed then.</param>
    /// <param name="looksBeside">How often it looked while the same was written by single commands.</param>
    /// <param name="halvesBeside">How often the values differed then: the reader has to be able to see a half, or its not seeing one says nothing.</param>
    public static Claim Isolated(long looks, long halves, long looksBeside, long halvesBeside) => new(
        "isolated: yes.",
        looks > 0 && halves == 0 && halvesBeside > 0,
        string.Create(CultureInfo.InvariantCulture,
            $"two writers, one reader: of {looks} looks {halves} saw a script's first write without its second; with the same two writes as single commands it were {halvesBeside} of {looksBeside}"));

    /// <summary>A script writes, and then fails.</summary>
    /// <param name="error">How it failed; null when it did not.</param>
    /// <param name="left">What stands under the key of its first write.</param>
    /// <param name="written">What it had written there.</param>
    public static Claim AllOrNothing(string? error, string? left, string written) => new(
        "all or nothing: no.",
        error is not null && left == written,
        error is null
            ? "a script that was to fail after its first write did not fail"
            : $"a script wrote, then failed ({error}); {(left == written ? "its first write stayed, nothing took it back" : "its first write is not there")}");

    /// <summary>Redis is killed right after it acknowledged writes of scripts, and started again on what it had on disk.</summary>
    /// <param name="acknowledged">Writes it had acknowledged.</param>
    /// <param name="lost">Those that were gone.</param>
    /// <param name="flushing">Its setting <c>appendfsync</c>.</param>
    public static Claim Durable(long acknowledged, long lost, string flushing) => new(
        "durable: no promise.",
        acknowledged > 0 && flushing == "everysec",
        string.Create(CultureInfo.InvariantCulture, $"killed right after an acknowledgement, appendfsync {flushing}: of {acknowledged} acknowledged writes {lost} were lost")
        + (lost > 0 ? "" : " this time. What a process has handed to the kernel outlives the process; not the machine, which writes it to disk up to a second later, or two where the disk is busy"));
}
