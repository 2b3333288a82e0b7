using System.Globalization;
using Dugout.Load.Running;

namespace Dugout.Load.Results;

/// <summary>What limited the speed of a run, in one sentence. A pure function of the record.</summary>
internal static class Limit
{
    /// <summary>From this share of the cores on, the machine is the limit: the kernel's own work is not in any process's figure.</summary>
    private const double Full = 0.8;

    /// <summary>From this share of one core on, a single-threaded program is at its limit.</summary>
    private const double FullThread = 0.9;

    /// <summary>From this share of an iteration's time on, waiting for connections dominates.</summary>
    private const double MuchOfAnIteration = 0.2;

    /// <summary>From this share of their CPU limit on, processes are at their limit.</summary>
    private const double NearCpuLimit = 0.9;

    // A CPU limit reached in 50 % of the periods is the bottleneck, whatever was left of it in the others.
    private const double OftenThrottled = 0.5;

    private const string Generator = "load";

    /// <summary>The sentence.</summary>
    public static string Of(RunRecord record)
    {
        var cores = record.ProcessorSeconds.ToDictionary(used => used.Key, used => used.Value / Math.Max(record.Seconds, 1e-3));
        if (cores.Count == 0) return "The limit is unknown: no processor time was read.";
        var (total, machine) = (cores.Values.Sum(), record.Machine.Cores);
        var used = $"{Percent(total / machine)} of {Cores(machine)} used, most by {string.Join(", ", cores.OrderByDescending(one => one.Value).Take(3).Select(one => $"{Name(one.Key)} ({Percent(one.Value / machine)})"))}";

        if (cores.GetValueOrDefault("redis") >= FullThread) return $"The limit is Redis: its one thread is busy {Percent(cores["redis"])} of the time; {used}.";
        var replicas = cores.Where(one => AppHostFile.IsApi(one.Key)).OrderBy(one => one.Key, StringComparer.Ordinal).ToList();
        if (record is { ApiCores: { } usual, FirstApiCores: { } least } && replicas is [var slow, .. { Count: > 0 } others] && slow.Value / least >= NearCpuLimit && others.Average(one => one.Value / usual) is var left and < NearCpuLimit)
            return string.Create(CultureInfo.InvariantCulture, $"The limit is {slow.Key}: it may use {least:0.##} of a core, and {slow.Value / least:0 %} of that is used, while {left:0 %} is of the {usual:0.##} that each of the others may use; {used}.");
        if (record.ApiCores is { } slice && replicas.Select((one, n) => one.Value / (n == 0 ? record.FirstApiCores ?? slice : slice)).ToList() is { Count: > 0 } filled)
        {
            var throttled = record.Throttled is { Count: > 0 } counted ? counted.Values.Average() : (double?)null;
            if (filled.Average() >= NearCpuLimit || throttled >= OftenThrottled)
            {
                var often = throttled is null ? "" : string.Create(CultureInfo.InvariantCulture, $", and in {throttled:0 %} of its periods the kernel throttled them");
                return string.Create(CultureInfo.InvariantCulture, $"The limit is the API: each of {filled.Count} replicas may use {slice:0.##} of a core{(record.FirstApiCores is { } first ? string.Create(CultureInfo.InvariantCulture, $", the first one {first:0.##}") : "")}, and {filled.Average():0 %} of that is used{often}; {used}.");
            }
        }

        if (total >= Full * machine)
        {
            var share = cores.GetValueOrDefault(Generator) / total;
            return $"The limit is the machine: {used}." + (share >= 0.25 ? $" The generator takes {Percent(share)} of that; on a separate machine it would leave that to the system." : "");
        }

        if (record.Waits.Values.Sum(wait => wait.Seconds) is var waited && record.Iterations.Ends.Sum(ends => ends.Actual.Sum) / 1e6 is var lasted && lasted > 0 && waited >= MuchOfAnIteration * lasted)
            return $"The limit is the pool of database connections: iterations spend {Percent(waited / lasted)} of their time waiting for one; {used}.";
        return record.Settings.Callers is { } callers
            ? $"Nothing was at its limit: {callers.ToString(CultureInfo.InvariantCulture)} callers wait for their responses; more callers would reach more; {used}."
            : $"Nothing was at its limit: the requested load was served; {used}.";
    }

    private static string Name(string process) => process == Generator ? "the generator" : process;

    private static string Cores(int count) => count == 1 ? "1 core is" : FormattableString.Invariant($"{count} cores are");

    private static string Percent(double share) => share.ToString("0 %", CultureInfo.InvariantCulture);
}
