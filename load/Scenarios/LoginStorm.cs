namespace Dugout.Load.Scenarios;

/// <summary>
/// Everybody signs in and does nothing else: what a password hash costs, and what the shop sheds to keep selling. The accounts are the last
/// of the seeded ones, so that nobody who buys in another run meets a pause that this one caused.
/// </summary>
internal sealed class LoginStorm : IScenario
{
    /// <summary>The name under which the scenario is run.</summary>
    public const string Name = "login-storm";

    public int Steps => 1;

    public Task PrepareAsync(Lab lab) => Task.CompletedTask;

    public Task RunAsync(Visit visit) => visit.Lab.Fans.SignInAsync(visit);
}
