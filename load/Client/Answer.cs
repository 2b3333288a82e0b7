namespace Dugout.Load.Client;

/// <summary>
/// What became of a request, or of a whole flow. A refusal is the shop doing its job; only a client error, a time-out and a fault fail a run.
/// </summary>
internal enum Outcome
{
    /// <summary>The expected status with a body that says what was asked for.</summary>
    Ok,

    /// <summary>409 with a problem code: a rule of the shop said no, such as <c>seat-taken</c>.</summary>
    Refused,

    /// <summary>429 or 503 with a problem code: the shop had too much to do and said so.</summary>
    Shed,

    /// <summary>Any other 4xx: the shop did not understand a request that is right, or took something for wrong that isn't.</summary>
    ClientError,

    /// <summary>No complete answer in time.</summary>
    TimeOut,

    /// <summary>Everything else: another status, a wrong body, no answer at all.</summary>
    Fault,

    /// <summary>Of flows alone: the fan went away before the last step, with nothing left to buy, out of patience, or because the run was broken off.</summary>
    Left,
}

/// <summary>What outcomes have in common.</summary>
internal static class Outcomes
{
    /// <summary>Whether it fails a run.</summary>
    public static bool HasFailed(this Outcome outcome) => outcome is Outcome.ClientError or Outcome.TimeOut or Outcome.Fault;
}

/// <summary>An answer to one request, classified.</summary>
/// <param name="Outcome">What became of the request.</param>
/// <param name="Code">The problem's code, or for a failure the status or what was wrong: <c>500</c>, <c>wrong-body</c>, <c>timeout</c>, <c>transport</c>.</param>
/// <param name="Detail">For failures: the request, what was wrong with the answer, and its trace id.</param>
/// <param name="Bytes">Size of the body, in bytes.</param>
/// <param name="Body">The answer; only with <see cref="Outcome.Ok"/>.</param>
/// <param name="EffectUnknown">Whether the request may have had its effect although it is not <see cref="Outcome.Ok"/>.</param>
internal sealed record Answer<T>(Outcome Outcome, string Code, string Detail, int Bytes, T? Body, bool EffectUnknown)
    where T : class
{
    /// <summary>The seats a refused hold could not have, and why; empty with any other answer.</summary>
    public IReadOnlyList<RefusedSeat> Taken { get; init; } = [];

    /// <summary>After how long the shop wants to be asked again; null when it doesn't say.</summary>
    public TimeSpan? RetryAfter { get; init; }

    /// <summary>Code with its class in front, as it stands in the statistics: <c>refused seat-taken</c>, <c>failed 500</c>.</summary>
    public string Status => Outcome == Outcome.Ok ? Code : $"{(Outcome.HasFailed() ? "failed" : Outcome.ToString().ToLowerInvariant())} {Code}";
}
