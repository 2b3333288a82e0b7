using Dugout.Infrastructure.Run;
using Dugout.Infrastructure.Servers;
using MySqlConnector;

namespace Dugout.Infrastructure.Commands;

/// <summary>
/// Cuts a node off from the others of its Galera cluster, and reconnects it: the provider drops all messages of the group without closing a connection, as a network that has
/// split does. Clients still reach the node. No privilege of the operating system is needed.
/// </summary>
internal static class IsolationCommands
{
    /// <summary>Adds the two commands.</summary>
    public static IResourceBuilder<IMySqlServerResource> WithIsolationCommands(this IResourceBuilder<IMySqlServerResource> node) => node
        .WithCommand("isolate", "Isolate", context => SetAsync(context, node.Resource, isIsolated: true), new CommandOptions
        {
            ConfirmationMessage = $"Cuts {node.Resource.Name} off from the other nodes, as in a network that has split. Clients still reach it.",
            IconName = "PlugDisconnected",
            UpdateState = ProcessCommands.When(KnownResourceStates.Running),
        })
        .WithCommand("reconnect", "Reconnect", context => SetAsync(context, node.Resource, isIsolated: false), new CommandOptions
        {
            IconName = "PlugConnected",
            UpdateState = ProcessCommands.When(KnownResourceStates.Running),
        });

    private static async Task<ExecuteCommandResult> SetAsync(ExecuteCommandContext context, IMySqlServerResource node, bool isIsolated)
    {
        try
        {
            await OperatorAccount.RunAsync(node, [$"SET GLOBAL wsrep_provider_options = 'gmcast.isolate={(isIsolated ? 1 : 0)}'"], context.CancellationToken);
            return CommandResult.Done(isIsolated ? $"{node.Name} is isolated." : $"{node.Name} is connected again.");
        }
        catch (MySqlException error)
        {
            return CommandResult.Failed($"{node.Name} does not take the command: {error.Message}");
        }
    }
}
