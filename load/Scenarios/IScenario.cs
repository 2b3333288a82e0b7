using Dugout.Load.Checks;
using Dugout.Load.Measuring;
using Dugout.Load.Results;
using NBomber.Contracts;
using NBomber.CSharp;

namespace Dugout.Load.Scenarios;

/// <summary>The behaviour of virtual users in a run.</summary>
internal interface IScenario
{
    /// <summary>The number of steps of a complete iteration, including the sign-in where there is one.</summary>
    int Steps { get; }

    /// <summary>Prepares before the measurement.</summary>
    Task PrepareAsync(Lab lab);

    /// <summary>One iteration.</summary>
    Task RunAsync(Iteration iteration);

    /// <summary>Ends what it prepared, when all iterations have ended, and returns what it measured itself; null for nothing.</summary>
    Task<OpeningResult?> EndAsync(Lab lab) => Task.FromResult<OpeningResult?>(null);
}

/// <summary>What a scenario measured itself, and its checks.</summary>
/// <param name="Record">The record.</param>
/// <param name="Findings">The rules of fairness.</param>
internal sealed record OpeningResult(OpeningRecord Record, IReadOnlyList<Finding> Findings);

/// <summary>The scenarios by name.</summary>
internal static class Scenarios
{
    /// <summary>Every scenario, with a one-line description.</summary>
    public static IReadOnlyList<ScenarioKind> All { get; } =
    [
        new(Ticketing.Name, "The nine steps of a ticket sale.", () => new Ticketing()) { MayBeClosed = true },
        new(Browse.Name, "Steps 2 to 7: look around and buy nothing.", () => new Browse()) { MayBeClosed = true },
        new(BrowseLive.Name, "Buy with the live map of the game open, and wait until it shows each change.", () => new BrowseLive()) { MayBeClosed = true },
        new(SeatRush.Name, "Many fans want the same few seats of one game: hold and reserve.", () => new SeatRush()),
        new(OpeningMinute.Name, "A sale opens: many more fans than seats wait in its waiting room, and buy when they are admitted.", () => new OpeningMinute()) { NeedsSeason = false, SignsInBefore = true, IsOpening = true, UsualPreset = Shape.OpeningMinute },
        new(LoginStorm.Name, "Step 1 alone, by one fan after the other, each with a device.", () => new LoginStorm()) { MayBeClosed = true, NeedsSeason = false, HasKeys = false, SignsInItself = true, FromTheEnd = true, HasDevices = true },
        new(LoginStorm.OneFanName, "Step 1 alone, by one fan for every request.", () => new LoginStorm(isOneFan: true)) { MayBeClosed = true, NeedsSeason = false, HasKeys = false, SignsInItself = true, FromTheEnd = true, HasDevices = true },
        new(MyPage.Name, "My reservations, one of them, and my holds, by accounts that bought.", () => new MyPage()) { SignsInBefore = true },
        new(ProductList.Name, "A page of products of each delivery type in turn, starting anywhere.", () => new ProductList()) { MayBeClosed = true, NeedsSeason = false, IsAnonymous = true, Patience = ProductList.Patience },
        new(CouponRush.Name, "Look at a coupon campaign, and claim a coupon of it.", () => new CouponRush()) { MayBeClosed = true, NeedsSeason = false },
        new(HomeFeed.Name, "The feed: its first pages, a deep one, one's own; with --writes also posts with pictures, likes and comments.", () => new HomeFeed()) { MayBeClosed = true, NeedsSeason = false, SignsInBefore = true, MayMix = true },
        new(HomeFeed.WritersName, "Write a post with a picture, look at it, like and comment others.", () => new HomeFeed()) { MayBeClosed = true, NeedsSeason = false, SignsInBefore = true, UsualWrites = 100 },
        new(Rankings.Name, "The rankings, what is recommended, and a picture; without sign-in.", () => new Rankings()) { MayBeClosed = true, NeedsSeason = false, IsAnonymous = true },
        new(Talk.Name, "The talk board: read its list and a post, or write, like and comment.", () => new Talk()) { MayBeClosed = true, NeedsSeason = false, SignsInBefore = true, MayMix = true, UsualWrites = Talk.UsualWrites },
    ];

    /// <summary>A scenario for the generator: runs each iteration, measures it unless it is warm-up, and ends it whatever happens in it.</summary>
    public static ScenarioProps Of(IScenario scenario, Lab lab, bool isWarmUp)
    {
        var steps = lab.Options.SignInEach || lab.Options.Scenario.SignsInNoAccountBefore ? scenario.Steps : scenario.Steps - 1;
        return Scenario.Create(lab.Options.Scenario.Name, async context =>
        {
            if (lab.Aborted.IsCancellationRequested)
            {
                context.StopCurrentTest("aborted");
                return Response.Ok();
            }

            var timer = isWarmUp ? null : lab.Recorder.Begin(Sends.Due(context));
            var iteration = new Iteration(lab, context, timer, lab.NextIteration());
            try
            {
                iteration.Begin(steps);
                await scenario.RunAsync(iteration);
                iteration.Finish();
                return Response.Ok();
            }
            catch (IterationLeftException away)
            {
                iteration.Leave(away);
                return Response.Ok(statusCode: away.Code);
            }
            finally
            {
                timer?.End(iteration.End.Outcome, iteration.End.Code);
            }
        }).WithoutWarmUp().WithMaxFailCount(int.MaxValue); // a rejection fails the iteration there, and is no failure here
    }
}

/// <summary>A kind of scenario: what the command line and the preparation need to know of it.</summary>
internal sealed record ScenarioKind(string Name, string Description, Func<IScenario> Create)
{
    /// <summary>Whether callers in a closed loop make sense for it.</summary>
    public bool MayBeClosed { get; init; }

    /// <summary>Whether it requests games.</summary>
    public bool NeedsSeason { get; init; } = true;

    /// <summary>Whether it is the opening of a sale, in which each fan takes part once.</summary>
    public bool IsOpening { get; init; }

    /// <summary>The default shape of the load.</summary>
    public string UsualPreset { get; init; } = Shape.Weekday;

    /// <summary>Whether its fans choose among things by <c>--keys</c>.</summary>
    public bool HasKeys { get; init; } = true;

    /// <summary>Whether its fans need not be signed in.</summary>
    public bool IsAnonymous { get; init; }

    /// <summary>The default percentage of iterations that write; 0 where the scenario makes no such distinction.</summary>
    public int UsualWrites { get; init; }

    /// <summary>Whether the percentage can be changed.</summary>
    public bool MayMix { get; init; }

    /// <summary>Whether it distinguishes readers from writers.</summary>
    public bool HasWriters => MayMix || UsualWrites > 0;

    /// <summary>The time-out of its requests; null for the default.</summary>
    public TimeSpan? Patience { get; init; }

    /// <summary>Whether its iterations sign in, so that accounts need not sign in before the measurement.</summary>
    public bool SignsInItself { get; init; }

    /// <summary>Whether all accounts have to sign in before the measurement, because they are prepared then, or because not all iterations have an account.</summary>
    public bool SignsInBefore { get; init; }

    /// <summary>Whether no account signs in before the measurement, except the one that sends requests before and after the load.</summary>
    public bool SignsInNoAccountBefore => SignsInItself || IsAnonymous;

    /// <summary>Whether it makes a difference if each iteration signs in.</summary>
    public bool MaySignInEach => !SignsInNoAccountBefore && !SignsInBefore;

    /// <summary>
    /// Whether its fans have devices. Then the run tracks the notices pushed to them, samples the replicas each second, and checks that a long load stays steady.
    /// </summary>
    public bool HasDevices { get; init; }

    /// <summary>Whether it takes its accounts from the end of the list, so that it shares none with the other scenarios.</summary>
    public bool FromTheEnd { get; init; }
}
