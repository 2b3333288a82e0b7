using System.Text.Json.Serialization;
using Dugout.Load.Results;

namespace Dugout.Load.FaultRounds;

/// <summary>One round of a campaign: a sale at a fixed rate in the middle of which a process was killed or frozen, and what the fans and the checks saw.</summary>
/// <param name="Kind">The kind of fault.</param>
/// <param name="Begun">When it began, UTC.</param>
/// <param name="Commit">The source it was built from; null outside git.</param>
/// <param name="Cores">Cores of the machine.</param>
/// <param name="Victim">The process.</param>
/// <param name="Rate">Iterations started per second.</param>
/// <param name="Seconds">How long iterations were started.</param>
/// <param name="Requests">Requests of the steps that ended.</param>
/// <param name="Acknowledged">Acknowledged reservations.</param>
/// <param name="Unknown">Reservations with an unknown outcome.</param>
/// <param name="Window">From the first failed or shed request, when it was sent, to the last, when it ended, in seconds; 0 where none failed.</param>
/// <param name="FailedReads">How many of the failed or shed requests read.</param>
/// <param name="Failed">Failed or shed requests by class and code, also those that succeeded when they were retried.</param>
/// <param name="Differences">Violations that the checks found, each with its first example; empty where every acknowledgement is in the rows and no seat was sold twice.</param>
internal sealed record FaultRound(
    string Kind, DateTime Begun, string? Commit, int Cores, string Victim, int Rate, int Seconds, long Requests, int Acknowledged, int Unknown, double Window, int FailedReads,
    IReadOnlyDictionary<string, int> Failed, IReadOnlyList<string> Differences)
{
    /// <summary>All failed or shed requests.</summary>
    [JsonIgnore]
    public int FailedRequests => Failed.Values.Sum();

    /// <summary>The round of a run.</summary>
    /// <exception cref="InvalidOperationException">The fault did not strike.</exception>
    public static FaultRound Of(FaultKind kind, RunRecord run)
    {
        var struck = run.Disturbed ?? throw new InvalidOperationException("The run ended before the fault.");
        var failed = run.FailedRequests;
        return new(
            kind.Name, run.BeganAt.UtcDateTime, run.Commit?.Hash, run.Machine.Cores, struck.Process, run.Settings.Rate!.Value, run.LoadSeconds,
            run.Steps.Sum(step => step.Count(Enum.GetValues<Client.Outcome>())), run.Sales.Acknowledged, run.Sales.Unknown,
            failed is null ? 0 : Math.Round(failed.To - failed.From, 3), failed?.Reads ?? 0, failed?.ByCode ?? new Dictionary<string, int>(),
            [.. run.Findings.Where(finding => !finding.Passed).Select(finding => $"{finding.Sentence}: {finding.Differences[0]}")]);
    }
}
