namespace Dugout.Load.Scenarios;

/// <summary>
/// Every fan signs in and does nothing else, each with a device of its own that notices are pushed to. The scenario measures the cost of a password hash, what
/// the shop sheds to keep selling, and the delivery of the notices. Each iteration uses the next fan, so that no fan returns before all have signed in. The accounts are the last
/// of the seeded ones, so that no buyer in another run meets a pause caused by this one.
/// </summary>
/// <param name="isOneFan">Whether all requests are by one fan with one device, as in a published load test of a sign-in.</param>
internal sealed class LoginStorm(bool isOneFan = false) : IScenario
{
    /// <summary>The scenario name for many fans.</summary>
    public const string Name = "login-storm";

    /// <summary>The scenario name for one fan.</summary>
    public const string OneFanName = "login-storm-one";

    public int Steps => 1;

    public Task PrepareAsync(Lab lab) => Task.CompletedTask;

    public Task RunAsync(Iteration iteration)
    {
        var fans = iteration.Lab.Fans;
        return fans.SignInWithDeviceAsync(iteration, isOneFan ? fans.Count - 1 : IndexOf(iteration, fans.Count));
    }

    /// <summary>The index of the fan of an iteration; the index of the first fan comes from the seed unless it is set.</summary>
    private static int IndexOf(Iteration iteration, int count) => (int)(((long)(iteration.Lab.Options.FirstFan ?? iteration.Lab.Seed) + iteration.Number) % count);
}
