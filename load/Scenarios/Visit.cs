using Dugout.Load.Client;
using Dugout.Load.Measuring;
using NBomber.Contracts;
using NBomber.CSharp;

namespace Dugout.Load.Scenarios;

/// <summary>When a request may be sent again.</summary>
internal enum Repeat
{
    /// <summary>It changes nothing: whenever the shop says after how long.</summary>
    Read,

    /// <summary>It may have been done already: only when a replica says that it did nothing, and after how long.</summary>
    Write,

    /// <summary>It carries a key under which it is done once: also when nobody knows whether it was done.</summary>
    Keyed,
}

/// <summary>One flow of one fan: its choices, its pauses, its repeats, and how it ends.</summary>
/// <param name="lab">What all flows share.</param>
/// <param name="context">The generator's.</param>
/// <param name="timer">Measures it; null while warming up.</param>
/// <param name="number">Its number in the run.</param>
internal sealed class Visit(Lab lab, IScenarioContext context, FlowTimer? timer, int number)
{
    /// <summary>A request is sent so often at most, the first time included.</summary>
    public const int MostSends = 3;

    private static readonly TimeSpan LongestRetryAfter = TimeSpan.FromSeconds(5);
    private static readonly TimeSpan BeforeARepeat = TimeSpan.FromMilliseconds(100);

    private int _stepsLeft = int.MaxValue;
    private int _asked;

    /// <summary>Its number in the run, from 1.</summary>
    public int Number => number;

    /// <summary>What this flow's choices are drawn from: the same for the same seed and number.</summary>
    public Random Random { get; } = new(Mixed(lab.Seed, number));

    /// <summary>What all flows share.</summary>
    public Lab Lab => lab;

    /// <summary>How it ended; a fault unless something else is known.</summary>
    public (Outcome Outcome, string Code) End { get; private set; } = (Outcome.Fault, "unexpected");

    /// <summary>Decides beforehand whether and after which step this fan leaves; before the last one at the latest.</summary>
    /// <param name="steps">How many it has before it.</param>
    public void Begin(int steps)
    {
        if (Random.Next(100) < lab.Options.AbandonPercent) _stepsLeft = Random.Next(1, steps);
    }

    /// <summary>It went through all its steps.</summary>
    public void Finish() => End = (Outcome.Ok, "ok");

    /// <summary>It went away before the last step.</summary>
    public void Leave(WentAwayException why) => End = (Outcome.Left, why.Code);

    /// <summary>A step: waits as a fan does, asks, asks again where that is right, measures, and leaves the flow unless the answer is ok.</summary>
    /// <exception cref="WentAwayException">The fan went away instead, or the run was broken off.</exception>
    public async Task<T> AskAsync<T>(string step, Repeat repeat, Func<Task<Answer<T>>> ask)
        where T : class
    {
        if (_stepsLeft-- == 0) throw new WentAwayException(WentAwayException.Abandoned);
        if (_asked++ > 0) await ThinkAsync().ConfigureAwait(false);
        if (lab.BrokenOff.IsCancellationRequested) throw new WentAwayException(WentAwayException.BrokenOff);
        var response = await Step.Run(step, context, async () =>
        {
            var sent = timer?.Begin(step);
            var answer = await ask().ConfigureAwait(false);
            for (var sends = 1; sends < MostSends && PauseBeforeRepeating(answer, repeat) is { } pause && await WaitAsync(pause).ConfigureAwait(false); sends++)
            {
                sent?.Repeat(answer.Status);
                answer = await ask().ConfigureAwait(false);
            }

            sent?.End(answer.Outcome, answer.Code);
            if (answer.Body is { } body) return Response.Ok(body, statusCode: answer.Status, sizeBytes: answer.Bytes);
            End = (answer.Outcome, answer.Code);
            if (answer.Outcome.HasFailed()) lab.Tally.Failed($"{step}: {answer.Code}: {answer.Detail}");
            return Response.Fail<T>(statusCode: answer.Status, message: answer.Detail, sizeBytes: answer.Bytes);
        }).ConfigureAwait(false);
        return response.Payload!.Value;
    }

    /// <summary>
    /// A seed that tells nothing of its neighbours' (the finalizer of splitmix64): what .NET draws from seeds in a row differs by a constant,
    /// and fans in a row would each want another seat.
    /// </summary>
    public static int Mixed(int seed, int number)
    {
        var mixed = unchecked(((ulong)(uint)seed << 32) + (uint)number + 0x9E3779B97F4A7C15UL);
        mixed = unchecked((mixed ^ (mixed >> 30)) * 0xBF58476D1CE4E5B9UL);
        mixed = unchecked((mixed ^ (mixed >> 27)) * 0x94D049BB133111EBUL);
        return (int)(mixed ^ (mixed >> 31));
    }

    private static TimeSpan? PauseBeforeRepeating<T>(Answer<T> answer, Repeat repeat)
        where T : class =>
        answer.Outcome == Outcome.Shed && answer.RetryAfter is { } after && after <= LongestRetryAfter && (repeat != Repeat.Write || !answer.EffectUnknown) ? after
        : repeat == Repeat.Keyed && answer is { Body: null, EffectUnknown: true } ? BeforeARepeat
        : null;

    private Task ThinkAsync()
    {
        var mean = lab.Options.ThinkMilliseconds;
        return mean == 0 ? Task.CompletedTask : WaitAsync(TimeSpan.FromMilliseconds(mean * (0.5 + Random.NextDouble())));
    }

    /// <summary>Whether the time went by without the run being broken off.</summary>
    private async Task<bool> WaitAsync(TimeSpan time)
    {
        await Task.Delay(time, lab.BrokenOff).ContinueWith(_ => { }, CancellationToken.None, TaskContinuationOptions.ExecuteSynchronously, TaskScheduler.Default).ConfigureAwait(false);
        return !lab.BrokenOff.IsCancellationRequested;
    }
}

/// <summary>Leaves a flow before its last step; never seen outside of it.</summary>
internal sealed class WentAwayException(string code) : Exception(code)
{
    /// <summary>Nothing was left to buy: the flow ended well.</summary>
    public const string SoldOut = "sold-out";

    /// <summary>There was no reservation to look at.</summary>
    public const string NothingBought = "nothing-bought";

    /// <summary>The fan lost patience.</summary>
    public const string Abandoned = "abandoned";

    /// <summary>Somebody broke the run off.</summary>
    public const string BrokenOff = "broken-off";

    /// <summary>Why.</summary>
    public string Code => Message;
}
