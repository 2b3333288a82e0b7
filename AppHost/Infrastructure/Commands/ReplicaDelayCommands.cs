using Dugout.Infrastructure.Run;
using Dugout.Infrastructure.Servers;
using MySqlConnector;

namespace Dugout.Infrastructure.Commands;

/// <summary>Delays a replica by some seconds, and removes the delay: simulates a busy or distant replica. A started replica has no delay.</summary>
internal static class ReplicaDelayCommands
{
    /// <summary>The delay in seconds: long enough that a fan would notice it, and that every read of an own write must go to another server.</summary>
    private const int Delay = 5;

    /// <summary>Adds the two commands.</summary>
    /// <param name="replica">The replica.</param>
    /// <param name="delay">Returns the statements that delay it by a number of seconds.</param>
    public static IResourceBuilder<T> WithDelayCommands<T>(this IResourceBuilder<T> replica, Func<int, DelayStatements> delay) where T : IMySqlServerResource => replica
        .WithCommand("delay", $"Delay by {Delay} s", context => DelayAsync(context, replica.Resource, delay, Delay), new CommandOptions
        {
            ConfirmationMessage = $"{replica.Resource.Name} will apply commits of the primary {Delay} s late.",
            IconName = "ClockPause",
            UpdateState = ProcessCommands.When(KnownResourceStates.Running),
        })
        .WithCommand("delay-end", "Remove the delay", context => DelayAsync(context, replica.Resource, delay, 0), new CommandOptions
        {
            IconName = "ClockArrowDownload",
            UpdateState = ProcessCommands.When(KnownResourceStates.Running),
        });

    private static async Task<ExecuteCommandResult> DelayAsync(ExecuteCommandContext context, IMySqlServerResource replica, Func<int, DelayStatements> delay, int seconds)
    {
        try
        {
            var statements = delay(seconds);
            try
            {
                await OperatorAccount.RunAsync(replica, [statements.Stop, statements.Delay], context.CancellationToken);
            }
            finally
            {
                // Replication must start again in any case, even after a cancellation or a broken connection: the command delays the replica, it must not stop it.
                await OperatorAccount.RunAsync(replica, [statements.Start], CancellationToken.None);
            }

            return CommandResult.Done(seconds == 0 ? $"{replica.Name} is no longer delayed." : $"{replica.Name} is now delayed by {seconds} s.");
        }
        catch (MySqlException error)
        {
            return CommandResult.Failed($"The delay of {replica.Name} could not be changed: {error.Message}");
        }
    }
}
