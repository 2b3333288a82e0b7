namespace Dugout.Load.Client;

/// <summary>
/// The result of a request or of a whole iteration. A rejection by a rule of the shop is expected; only a client error, a time-out or a fault fails a run.
/// </summary>
internal enum Outcome
{
    /// <summary>The expected status with a body that passes its response check.</summary>
    Ok,

    /// <summary>409 with a problem code: a rule of the shop rejected the request, such as <c>seat-taken</c>.</summary>
    Rejected,

    /// <summary>429 or 503 with a problem code: the shop was overloaded and reported it.</summary>
    Shed,

    /// <summary>Any other 4xx: the shop rejected a valid request as invalid.</summary>
    ClientError,

    /// <summary>No complete response in time.</summary>
    TimeOut,

    /// <summary>Everything else: another status, a wrong body, no response at all.</summary>
    Fault,

    /// <summary>For iterations only: the virtual user stopped before the last step because nothing was left to buy, its patience ran out, or the run was aborted.</summary>
    Left,
}

/// <summary>Properties of outcomes.</summary>
internal static class Outcomes
{
    /// <summary>Whether the outcome fails a run.</summary>
    public static bool HasFailed(this Outcome outcome) => outcome is Outcome.ClientError or Outcome.TimeOut or Outcome.Fault;
}

/// <summary>A request that has ended.</summary>
/// <param name="IsRead">Whether it was a GET.</param>
/// <param name="Outcome">Its result.</param>
/// <param name="Status">Its code, prefixed with its class.</param>
/// <param name="Sent">When it was sent, as a Stopwatch timestamp.</param>
/// <param name="Ended">When it ended, likewise.</param>
internal readonly record struct FinishedRequest(bool IsRead, Outcome Outcome, string Status, long Sent, long Ended);

/// <summary>A classified response to one request.</summary>
/// <param name="Outcome">The result of the request.</param>
/// <param name="Code">The problem's code, or for a failure the status or the defect: <c>500</c>, <c>wrong-body</c>, <c>timeout</c>, <c>transport</c>.</param>
/// <param name="Detail">For failures: the request, the defect of the response, and its trace id.</param>
/// <param name="Bytes">Size of the body, in bytes.</param>
/// <param name="Body">The response body; only with <see cref="Outcome.Ok"/>.</param>
/// <param name="EffectUnknown">Whether the request may have taken effect although it is not <see cref="Outcome.Ok"/>.</param>
internal sealed record ShopResponse<T>(Outcome Outcome, string Code, string Detail, int Bytes, T? Body, bool EffectUnknown)
    where T : class
{
    /// <summary>The seats that a rejected hold could not take, with the reason for each; empty for any other response.</summary>
    public IReadOnlyList<UnavailableSeat> Taken { get; init; } = [];

    /// <summary>The delay after which the shop wants the request retried; null when the response has none.</summary>
    public TimeSpan? RetryAfter { get; init; }

    /// <summary>The code prefixed with its class, as written in the statistics: <c>rejected seat-taken</c>, <c>failed 500</c>.</summary>
    public string Status => Outcome == Outcome.Ok ? Code : $"{(Outcome.HasFailed() ? "failed" : Outcome.ToString().ToLowerInvariant())} {Code}";
}
