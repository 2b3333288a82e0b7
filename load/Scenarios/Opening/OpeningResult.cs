using Dugout.Load.Checks;
using Dugout.Load.Results;

namespace Dugout.Load.Scenarios.Opening;

/// <summary>What a scenario measured itself, and its checks.</summary>
/// <param name="Record">The record.</param>
/// <param name="Findings">The rules of fairness.</param>
internal sealed record OpeningResult(OpeningRecord Record, IReadOnlyList<Finding> Findings);
