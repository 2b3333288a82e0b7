using System.Globalization;
using Dugout.Load.Client;
using Dugout.Load.Experiments;
using Dugout.Load.Results;
using Dugout.Load.Running;

namespace Dugout.Load.Tests.Published;

/// <summary>The figures that the remark on a result states, in its words, each computed from the record. A remark has no others.</summary>
internal sealed class RemarkFigures(ExperimentRecord record)
{
    /// <summary>The figures; none for most experiments.</summary>
    public IEnumerable<string> All => record.Name switch
    {
        "scale-out" or "balancing-nginx" => [Cores],
        "product-cache" => [Text($"caught in {record.Trials.Count(trial => trial is { IsNegativeControl: true, Violations.Count: > 0 })} of {record.Trials.Count(trial => trial.IsNegativeControl)} trials")],
        "coupon-scale-out" => [Cores, Text($"one replica used {OfLimit("1"):0 %} of its limit, two {OfLimit("2"):0 %}"), Primary("1", "2")],
        "leave-one-out" => [Text($"{Median("all", Metric.Cpu.Of) / 1e3:0.0} ms of CPU a request")],
        "pool-size" => [Text($"{record.Load.Size} callers used {record.Curve![^1].InUse:0.0} of {record.Curve[^1].Size} connections")],
        "feed-index" => [Posts, Primary("sort", "index")],
        "offset-or-keyset" => [Posts],
        "feed-replicas" => [Posts, Primary("one pool", "pools apart", "1+1", "1+2")],
        "two-web-servers" => [Cores, Posts, Primary("1, sort", "2, sort", "1, index", "2, index")],
        "decay" => [Text($"reached {Range(record.Trials, trial => trial.SustainedThroughput, "0.00")} times the first")],
        "feed-eviction" => [$"req/s {ResultRow.InWords(record.Comparison!.Ratios.Single(ratio => ratio.Variant == "Touched" && ratio.Metric == Metric.Throughput.Name).Ratio)}"],
        "talk-io" or "talk-io-reads" => [Cores, Primary("1", "3")],
        "talk-io-writes" => [Cores, $"one replica served {Range(TrialsOf("1", "1 again"), Metric.Throughput.Of, "0")} req/s"],
        "balancing" => [Cores, $"{Responses(null, "RoundRobin", "RoundRobin again")} of the responses with `RoundRobin`, {Responses(null, "LeastRequests", "PowerOfTwoChoices")} with"],
        "balancing-slow" => [Cores, Text($"the first {record.Variants[0].FirstApiCores}"), $"{Responses("api-1", "RoundRobin", "RoundRobin again")} of the responses with `RoundRobin`, {Responses("api-1", "LeastRequests", "PowerOfTwoChoices")} with"],
        "front-door" => [Text($"at most {record.Goal!.AtMost} times nginx"), Text($"{Median("gateway", Metric.Throughput.Of) / Median("direct", Metric.Throughput.Of):0.00} of the direct throughput")],
        "descriptors" => [Text($"{TrialsOf("enough").Sum(trial => trial.Ok):#,0} ok and {TrialsOf("enough").Sum(trial => trial.Failed)} failed requests, with 64 files {TrialsOf("64 files").Sum(trial => trial.Ok):#,0} and {TrialsOf("64 files").Sum(trial => trial.Failed)}")],
        "login-tokens" => [$"`Cached` served {Range(TrialsOf("Cached"), Metric.Throughput.Of, "0")} req/s"],
        "login-notices" => [Text($"{record.Trials.Sum(trial => trial.Notices!.Made - trial.Notices.Pushed)} notices were lost")],
        "open-or-closed" => [Text($"frozen for {record.Load.Disturbance!.Seconds} s")],
        _ => [],
    };

    /// <summary>The figures of a single run's remark.</summary>
    public static IEnumerable<string> Of(RunRecord run) =>
    [
        Text($"{run.ProcessorSeconds.Values.Sum() / run.Seconds / run.Machine.Cores:0 %} of the machine"),
        Text($"{run.ProcessorSeconds.Where(one => AppHostFile.IsApi(one.Key)).Sum(one => one.Value) / run.Iterations.Count(Outcome.Ok):0.00} s of API CPU"),
    ];

    /// <summary>The CPU limit of each replica.</summary>
    private string Cores => Text($"{record.Variants[0].ApiCores} of a core");

    private string Posts => Text($"{record.Trials[0].RowsBefore["posts"]:#,0} posts");

    /// <summary>The primary's share of the machine.</summary>
    private string Primary(params string[] variants) =>
        $"primary {string.Join(", ", variants.Select(variant => Text($"{100 * Median(variant, trial => trial.CpuMicroseconds["mysql-primary"] / 1e6 / trial.Seconds / record.Cores):0}")))} % of the machine";

    /// <summary>The share of their CPU limit that the replicas used.</summary>
    private double OfLimit(string variant) => Median(variant, trial => trial.CpuMicroseconds.Where(one => AppHostFile.IsApi(one.Key)).Average(one => one.Value) / 1e6 / trial.Seconds) / record.Variants[0].ApiCores!.Value;

    /// <summary>The lowest and the highest share of the responses that the replica, or any, had in a trial.</summary>
    private string Responses(string? replica, params string[] variants)
    {
        var shares = TrialsOf(variants).SelectMany(trial => trial.ResponsesByReplica.Where(one => replica is null || one.Key == replica).Select(one => 100.0 * one.Value / trial.ResponsesByReplica.Values.Sum())).ToList();
        return Text($"{shares.Min():0} to {shares.Max():0} %");
    }

    private IEnumerable<Trial> TrialsOf(params string[] variants) => record.Trials.Where(trial => variants.Contains(trial.Variant));

    private double Median(string variant, Func<Trial, double> of) => ResultRow.Median(record, variant, of);

    private static string Range(IEnumerable<Trial> trials, Func<Trial, double> of, string format)
    {
        var values = trials.Select(of).ToList();
        return $"{values.Min().ToString(format, CultureInfo.InvariantCulture)} to {values.Max().ToString(format, CultureInfo.InvariantCulture)}";
    }

    private static string Text(FormattableString text) => FormattableString.Invariant(text);
}
