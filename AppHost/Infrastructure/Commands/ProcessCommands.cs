using Dugout.Infrastructure.Processes;
using Dugout.Infrastructure.Run;
using Microsoft.Extensions.DependencyInjection;

namespace Dugout.Infrastructure.Commands;

/// <summary>
/// Fault injection: every program can be killed as by a crash, and frozen and resumed as on an overloaded machine, to observe how the others
/// behave meanwhile.
/// </summary>
internal static class ProcessCommands
{
    private static readonly ResourceStateSnapshot FrozenState = new(ResourceStates.Frozen, "warning");

    /// <summary>Adds the commands to every program described so far, on Linux only, because they use Linux signals.</summary>
    public static IDistributedApplicationBuilder AddProcessCommands(this IDistributedApplicationBuilder builder)
    {
        if (!OperatingSystem.IsLinux())
            return builder;
        foreach (var resource in builder.Resources.Where(resource => resource is ExecutableResource or ProjectResource).ToList())
        {
            builder.CreateResourceBuilder(resource)
                .WithCommand("kill", "Kill", context => KillAsync(context, resource), new CommandOptions
                {
                    ConfirmationMessage = $"Kills {resource.Name} with SIGKILL, like a crash. Its requests in progress are lost.",
                    IconName = "FlashOff",
                    UpdateState = When(KnownResourceStates.Running, ResourceStates.Frozen),
                })
                .WithCommand("freeze", "Freeze", context => FreezeAsync(context, resource), new CommandOptions
                {
                    ConfirmationMessage = $"Freezes {resource.Name} with SIGSTOP: it keeps its connections, but does not respond until it is thawed.",
                    IconName = "WeatherSnowflake",
                    UpdateState = When(KnownResourceStates.Running),
                })
                .WithCommand("thaw", "Thaw", context => ThawAsync(context, resource), new CommandOptions
                {
                    IconName = "WeatherSunny",
                    UpdateState = When(ResourceStates.Frozen),
                });
        }

        return builder;
    }

    /// <summary>Enables a command only in some states.</summary>
    public static Func<UpdateCommandStateContext, ResourceCommandState> When(params string[] states) =>
        context => states.Contains(context.ResourceSnapshot.State?.Text) ? ResourceCommandState.Enabled : ResourceCommandState.Hidden;

    private static Task<ExecuteCommandResult> KillAsync(ExecuteCommandContext context, IResource resource) =>
        Task.FromResult(Send(context, resource, ProcessSignal.Kill) is { } process
            ? CommandResult.Done($"{resource.Name}, process {process}, was killed.")
            : NoProcess(resource));

    private static async Task<ExecuteCommandResult> FreezeAsync(ExecuteCommandContext context, IResource resource)
    {
        if (Send(context, resource, ProcessSignal.Stop) is not { } process)
            return NoProcess(resource);
        await ChangeAsync(context, resource, KnownResourceStates.Running, FrozenState);
        return CommandResult.Done($"{resource.Name}, process {process}, is frozen.");
    }

    private static async Task<ExecuteCommandResult> ThawAsync(ExecuteCommandContext context, IResource resource)
    {
        if (Send(context, resource, ProcessSignal.Continue) is not { } process)
            return NoProcess(resource);
        await ChangeAsync(context, resource, ResourceStates.Frozen, new(KnownResourceStates.Running, KnownResourceStateStyles.Success));
        return CommandResult.Done($"{resource.Name}, process {process}, is running again.");
    }

    /// <summary>Sends a signal to a program's process.</summary>
    /// <returns>The process id; null if there is no such process.</returns>
    private static int? Send(ExecuteCommandContext context, IResource resource, int signal) =>
        Notifications(context).TryGetCurrentState(resource.Name, out var now)
        // A resource that has ended still has its last process id, which may belong to another process by now.
        && now.Snapshot.State?.Text is { } state && (state == KnownResourceStates.Running || state == ResourceStates.Frozen)
        && now.Snapshot.ProcessId() is { } process
        && ProcessSignal.TrySend(process, signal)
            ? process
            : null;

    /// <summary>Changes the state only if it is still the one the command was given for: the program may have ended meanwhile.</summary>
    private static Task ChangeAsync(ExecuteCommandContext context, IResource resource, string from, ResourceStateSnapshot to) =>
        Notifications(context).PublishUpdateAsync(resource, snapshot => snapshot.State?.Text == from ? snapshot with { State = to } : snapshot);

    private static ResourceNotificationService Notifications(ExecuteCommandContext context) =>
        context.Services.GetRequiredService<ResourceNotificationService>();

    private static ExecuteCommandResult NoProcess(IResource resource) => CommandResult.Failed($"{resource.Name} has no process; start it first.");
}
