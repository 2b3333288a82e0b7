namespace Dugout.Load.Scenarios;

/// <summary>
/// Everybody signs in and does nothing else, each with a device of their own that notices are pushed to: what a password hash costs, what the shop sheds to keep
/// selling, and what comes of the notices. Fans come one after the other, so that nobody comes twice before all have. The accounts are the last of the seeded
/// ones, so that nobody who buys in another run meets a pause that this one caused.
/// </summary>
/// <param name="isOneFan">Whether all requests are one fan's, who has one device: as a published load test of a sign-in had it.</param>
internal sealed class LoginStorm(bool isOneFan = false) : IScenario
{
    /// <summary>The name under which many fans sign in.</summary>
    public const string Name = "login-storm";

    /// <summary>The name under which one fan does.</summary>
    public const string OneFanName = "login-storm-one";

    public int Steps => 1;

    public Task PrepareAsync(Lab lab) => Task.CompletedTask;

    public Task RunAsync(Visit visit)
    {
        var fans = visit.Lab.Fans;
        return fans.SignInWithDeviceAsync(visit, isOneFan ? fans.Count - 1 : PlaceOf(visit, fans.Count));
    }

    /// <summary>Which of so many fans a flow is: the first one's place is drawn where nobody says it.</summary>
    private static int PlaceOf(Visit visit, int count) => (int)(((long)(visit.Lab.Options.FirstFan ?? visit.Lab.Seed) + visit.Number) % count);
}
