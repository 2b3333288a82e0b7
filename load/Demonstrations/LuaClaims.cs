using System.Globalization;
using Dugout.Load.Experiments;

namespace Dugout.Load.Demonstrations;

/// <summary>The claims about Redis scripts, from observed counts. Pure functions.</summary>
internal static class LuaClaims
{
    /// <summary>Two writers write the same value under two keys, and a reader reads both at once.</summary>
    /// <param name="reads">The number of reads while scripts wrote.</param>
    /// <param name="torn">The number of those in which the two values differed.</param>
    /// <param name="readsOfCommands">The number of reads while single commands wrote the same.</param>
    /// <param name="tornOfCommands">The number of those in which the values differed: the reader must be able to see torn writes, otherwise their absence
    /// proves nothing.</param>
    public static Claim Isolated(long reads, long torn, long readsOfCommands, long tornOfCommands) => new(
        "isolated: yes.",
        reads > 0 && torn == 0 && tornOfCommands > 0,
        string.Create(CultureInfo.InvariantCulture,
            $"two writers, one reader: {torn} of {reads} reads saw a script's first write without its second; with the same writes as single commands {tornOfCommands} of {readsOfCommands} did"));

    /// <summary>A script writes, and then fails.</summary>
    /// <param name="error">Its error; null when it did not fail.</param>
    /// <param name="left">The value under the key of its first write.</param>
    /// <param name="written">The value it wrote there.</param>
    public static Claim AllOrNothing(string? error, string? left, string written) => new(
        "all or nothing: no.",
        error is not null && left == written,
        error is null
            ? "a script that was to fail after its first write did not fail"
            : $"a script wrote, then failed ({error}); {(left == written ? "its first write stayed" : "its first write is not there")}");

    /// <summary>Redis is killed right after it acknowledged writes of scripts, and restarted with its data on disk.</summary>
    /// <param name="acknowledged">The number of acknowledged writes.</param>
    /// <param name="lost">The number of those that were lost.</param>
    /// <param name="flushing">Its setting <c>appendfsync</c>.</param>
    public static Claim Durable(long acknowledged, long lost, string flushing) => new(
        "durable: no promise.",
        acknowledged > 0 && flushing == "everysec",
        string.Create(CultureInfo.InvariantCulture, $"killed right after an acknowledgement, appendfsync {flushing}: of {acknowledged} acknowledged writes {lost} were lost")
        + (lost > 0 ? "" : " this time. Data handed to the kernel survives the process, not the machine, which writes it to disk up to two seconds later"));
}
