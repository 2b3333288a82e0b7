namespace Dugout.Load.Scenarios;

/// <summary>Steps 2 to 7 of a ticket sale: a visitor who looks around and buys nothing, as most visitors of a shop do.</summary>
internal sealed class Browse : IScenario
{
    /// <summary>The name under which the scenario is run.</summary>
    public const string Name = "browse";

    public int Steps => 7;

    public Task PrepareAsync(Lab lab) => Task.CompletedTask;

    public async Task RunAsync(Iteration iteration)
    {
        var fan = await iteration.Lab.Fans.ForAsync(iteration);
        await Buying.BrowseAsync(iteration, fan);
    }
}
