namespace Dugout.Load.Shop;

/// <summary>What became of a request. A refusal is the shop doing its job; only <see cref="Failed"/> fails a run.</summary>
internal enum Outcome
{
    /// <summary>The expected status with a body that says what was asked for.</summary>
    Ok,

    /// <summary>409 with a problem code: a rule of the shop said no, such as <c>seat-taken</c>.</summary>
    Refused,

    /// <summary>429 or 503 with a problem code: the shop had too much to do and said so.</summary>
    Shed,

    /// <summary>Everything else: a fault, a wrong body, a request the shop did not understand, no answer in time or none at all.</summary>
    Failed,
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

    /// <summary>Code with its class in front, as it stands in the statistics: <c>refused seat-taken</c>.</summary>
    public string Status => Outcome == Outcome.Ok ? Code : $"{Outcome.ToString().ToLowerInvariant()} {Code}";
}
