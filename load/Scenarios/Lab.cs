using Dugout.Load.Checks.Histories;
using Dugout.Load.Client;
using Dugout.Load.Measuring;

namespace Dugout.Load.Scenarios;

/// <summary>What every flow of a run shares.</summary>
internal sealed record Lab
{
    private int _flows;

    /// <summary>The shop that is asked.</summary>
    public required ShopClient Shop { get; init; }

    /// <summary>What was asked for on the command line.</summary>
    public required RunOptions Options { get; init; }

    /// <summary>Who takes part.</summary>
    public required Fans Fans { get; init; }

    /// <summary>What the shop has on sale; null for a scenario that doesn't ask.</summary>
    public required Season? Season { get; init; }

    /// <summary>Measures.</summary>
    public required Recorder Recorder { get; init; }

    /// <summary>The generator's own account of its starts.</summary>
    public required Sends Sends { get; init; }

    /// <summary>The book of what was asked of the shop's seats.</summary>
    public required Ledger Ledger { get; init; }

    /// <summary>The book of the coupons that were asked for.</summary>
    public required CouponBook Coupons { get; init; }

    /// <summary>The book of what was written.</summary>
    public required WritingBook Writings { get; init; }

    /// <summary>The book of the devices that fans signed in with.</summary>
    public required DeviceBook Devices { get; init; }

    /// <summary>Counts what the live lines and the end tell.</summary>
    public required Tally Tally { get; init; }

    /// <summary>What the choices are drawn from.</summary>
    public required int Seed { get; init; }

    /// <summary>The clock games on sale are judged by, and waits are waited by.</summary>
    public required TimeProvider Time { get; init; }

    /// <summary>Cancelled when somebody breaks the run off.</summary>
    public required CancellationToken BrokenOff { get; init; }

    /// <summary>A number for each flow of the run, from 1; the load goes on where its warm-up ended.</summary>
    public int NextFlow() => Interlocked.Increment(ref _flows);
}
