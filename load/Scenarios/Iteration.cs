using Dugout.Load.Client;
using Dugout.Load.Measuring;
using NBomber.Contracts;
using NBomber.CSharp;

namespace Dugout.Load.Scenarios;

/// <summary>When a request may be retried.</summary>
internal enum Repeat
{
    /// <summary>It changes nothing: retried whenever the response states a delay.</summary>
    Read,

    /// <summary>It may have taken effect already: retried only when a replica reports that it did nothing, and states a delay.</summary>
    Write,

    /// <summary>It carries a key under which it takes effect once: retried also when the effect is unknown.</summary>
    Keyed,
}

/// <summary>One iteration of one virtual user: its choices, pauses, retries and end.</summary>
/// <param name="lab">What all iterations share.</param>
/// <param name="context">The generator's context.</param>
/// <param name="timer">Measures it; null while warming up.</param>
/// <param name="number">Its number in the run.</param>
internal sealed class Iteration(Lab lab, IScenarioContext context, IterationTimer? timer, int number)
{
    /// <summary>The maximum number of sends of a request, including the first.</summary>
    public const int MostSends = 3;

    private static readonly TimeSpan LongestRetryAfter = TimeSpan.FromSeconds(5);
    private static readonly TimeSpan BeforeARepeat = TimeSpan.FromMilliseconds(100);

    private int _stepsLeft = int.MaxValue;
    private int _stepsBegun;

    /// <summary>Its number in the run, from 1.</summary>
    public int Number => number;

    /// <summary>The source of this iteration's choices: the same for the same seed and number.</summary>
    public Random Random { get; } = new(Mixed(lab.Seed, number));

    /// <summary>What all iterations share.</summary>
    public Lab Lab => lab;

    /// <summary>Its end; a fault unless another end is known.</summary>
    public (Outcome Outcome, string Code) End { get; private set; } = (Outcome.Fault, "unexpected");

    /// <summary>Decides beforehand whether and after which step the virtual user leaves; before the last step at the latest.</summary>
    /// <param name="steps">The number of steps before the last.</param>
    public void Begin(int steps)
    {
        if (Random.Next(100) < lab.Options.AbandonPercent) _stepsLeft = Random.Next(1, steps);
    }

    /// <summary>The iteration completed all its steps.</summary>
    public void Finish() => End = (Outcome.Ok, "ok");

    /// <summary>The iteration ended before its last step.</summary>
    public void Leave(IterationLeftException why) => End = (Outcome.Left, why.Code);

    /// <summary>A step: pauses, sends the request, retries it where that is allowed, measures, and ends the iteration unless the response is
    /// ok.</summary>
    /// <exception cref="IterationLeftException">The virtual user left instead, or the run was aborted.</exception>
    public async Task<T> StepAsync<T>(string step, Repeat repeat, Func<Task<ShopResponse<T>>> send)
        where T : class => (await TryStepAsync(step, repeat, send, expected: ""))!;

    /// <summary>The same for a step after which the virtual user goes on although it was rejected with a code.</summary>
    /// <returns>The response; null if it was rejected so.</returns>
    /// <exception cref="IterationLeftException">The virtual user left instead, or the run was aborted.</exception>
    public async Task<T?> TryStepAsync<T>(string step, Repeat repeat, Func<Task<ShopResponse<T>>> send, string expected)
        where T : class
    {
        if (_stepsLeft-- == 0) throw new IterationLeftException(IterationLeftException.Abandoned);
        if (_stepsBegun++ > 0) await ThinkAsync();
        if (lab.Aborted.IsCancellationRequested) throw new IterationLeftException(IterationLeftException.Aborted);
        var result = await Step.Run(step, context, async () =>
        {
            var sent = timer?.Begin(step);
            var response = await send();
            for (var sends = 1; sends < MostSends && PauseBeforeRepeating(response, repeat) is { } pause && await WaitAsync(pause); sends++)
            {
                sent?.Repeat(response.Status);
                response = await send();
            }

            sent?.End(response.Outcome, response.Code);
            if (response.Body is { } body) return Response.Ok(body, statusCode: response.Status, sizeBytes: response.Bytes);
            End = (response.Outcome, response.Code);
            if (response.Outcome.HasFailed()) lab.Tally.Failed($"{step}: {response.Code}: {response.Detail}");
            return Response.Fail<T>(statusCode: response.Status, message: response.Detail, sizeBytes: response.Bytes);
        });
        return result.IsError && expected.Length > 0 && End == (Outcome.Rejected, expected) ? null : result.Payload!.Value;
    }

    /// <summary>
    /// A seed independent of its neighbours' (the finalizer of splitmix64): the numbers .NET draws from consecutive seeds differ by a constant, so
    /// consecutive fans would each want another seat.
    /// </summary>
    public static int Mixed(int seed, int number)
    {
        var mixed = unchecked(((ulong)(uint)seed << 32) + (uint)number + 0x9E3779B97F4A7C15UL);
        mixed = unchecked((mixed ^ (mixed >> 30)) * 0xBF58476D1CE4E5B9UL);
        mixed = unchecked((mixed ^ (mixed >> 27)) * 0x94D049BB133111EBUL);
        return (int)(mixed ^ (mixed >> 31));
    }

    private static TimeSpan? PauseBeforeRepeating<T>(ShopResponse<T> response, Repeat repeat)
        where T : class =>
        response.Outcome == Outcome.Shed && response.RetryAfter is { } after && after <= LongestRetryAfter && (repeat != Repeat.Write || !response.EffectUnknown) ? after
        : repeat == Repeat.Keyed && response is { Body: null, EffectUnknown: true } ? BeforeARepeat
        : null;

    private Task ThinkAsync()
    {
        var mean = lab.Options.ThinkMilliseconds;
        return mean == 0 ? Task.CompletedTask : WaitAsync(TimeSpan.FromMilliseconds(mean * (0.5 + Random.NextDouble())));
    }

    /// <summary>Waits.</summary>
    /// <exception cref="IterationLeftException">The run was aborted meanwhile.</exception>
    public async Task PauseAsync(TimeSpan time)
    {
        if (!await WaitAsync(time)) throw new IterationLeftException(IterationLeftException.Aborted);
    }

    /// <summary>Whether the time passed without the run being aborted.</summary>
    private async Task<bool> WaitAsync(TimeSpan time)
    {
        await Task.Delay(time, lab.Aborted).ContinueWith(_ => { }, CancellationToken.None, TaskContinuationOptions.ExecuteSynchronously, TaskScheduler.Default);
        return !lab.Aborted.IsCancellationRequested;
    }
}

/// <summary>Ends an iteration before its last step; never visible outside of it.</summary>
internal sealed class IterationLeftException(string code) : Exception(code)
{
    /// <summary>Nothing was left to buy: the iteration ended well.</summary>
    public const string SoldOut = "sold-out";

    /// <summary>There was no reservation to look at.</summary>
    public const string NothingBought = "nothing-bought";

    /// <summary>The virtual user abandoned the iteration.</summary>
    public const string Abandoned = "abandoned";

    /// <summary>The run was aborted.</summary>
    public const string Aborted = "aborted";

    /// <summary>The reason code.</summary>
    public string Code => Message;
}
