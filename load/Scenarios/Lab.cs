using Dugout.Load.Checks;
using Dugout.Load.Checks.Fairness;
using Dugout.Load.Checks.Histories;
using Dugout.Load.Client;
using Dugout.Load.Measuring;

namespace Dugout.Load.Scenarios;

/// <summary>What every iteration of a run shares.</summary>
internal sealed record Lab
{
    private int _iterations;

    /// <summary>The client of the shop.</summary>
    public required ShopClient Shop { get; init; }

    /// <summary>The options of the command line.</summary>
    public required RunOptions Options { get; init; }

    /// <summary>The accounts that take part.</summary>
    public required Fans Fans { get; init; }

    /// <summary>What the shop has on sale; null for a scenario that does not need it.</summary>
    public required Season? Season { get; init; }

    /// <summary>Measures iterations and steps.</summary>
    public required Recorder Recorder { get; init; }

    /// <summary>The generator's own record of its starts.</summary>
    public required Sends Sends { get; init; }

    /// <summary>Records the operations on seats.</summary>
    public required HistoryRecorder HistoryRecorder { get; init; }

    /// <summary>Pages that stay open for the whole run.</summary>
    public required WatchedGames Watched { get; init; }

    /// <summary>Records the coupon claims.</summary>
    public required CouponLog Coupons { get; init; }

    /// <summary>Records what fans experience in a waiting room.</summary>
    public WaitingLog Waiting { get; } = new();

    /// <summary>Signs in the operator of the seeded system, and returns the token.</summary>
    public required Func<Task<string>> SignInOperatorAsync { get; init; }

    /// <summary>Records the writings.</summary>
    public required WritingLog Writings { get; init; }

    /// <summary>Records the devices that fans signed in with.</summary>
    public required DeviceLog Devices { get; init; }

    /// <summary>Counts for the live view and the console summary.</summary>
    public required Tally Tally { get; init; }

    /// <summary>The seed of random choices.</summary>
    public required int Seed { get; init; }

    /// <summary>The clock for games on sale and for waits.</summary>
    public required TimeProvider Time { get; init; }

    /// <summary>Cancelled when the run is aborted.</summary>
    public required CancellationToken Aborted { get; init; }

    /// <summary>A number for each iteration of the run, from 1; the load continues the numbers of its warm-up.</summary>
    public int NextIteration() => Interlocked.Increment(ref _iterations);
}
