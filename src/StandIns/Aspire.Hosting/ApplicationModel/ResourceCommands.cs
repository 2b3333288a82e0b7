// What somebody may have done to a resource: declared by WithCommand, offered and run by the dashboard.
using Microsoft.Extensions.Logging;

namespace Aspire.Hosting.ApplicationModel;

public enum ResourceCommandState { Enabled, Disabled, Hidden }

public class CommandOptions
{
    public string? ConfirmationMessage { get; set; }
    public string? IconName { get; set; }
    public bool IsHighlighted { get; set; }
    public Func<UpdateCommandStateContext, ResourceCommandState>? UpdateState { get; set; }
}

public sealed class ResourceCommandAnnotation : IResourceAnnotation
{
    private readonly CommandOptions _options;

    internal ResourceCommandAnnotation(string name, string displayName, Func<ExecuteCommandContext, Task<ExecuteCommandResult>> executeCommand, CommandOptions options) =>
        (Name, DisplayName, ExecuteCommand, _options) = (name, displayName, executeCommand, options);

    public string Name { get; }
    public string DisplayName { get; }
    public Func<UpdateCommandStateContext, ResourceCommandState> UpdateState => _options.UpdateState ?? (_ => ResourceCommandState.Enabled);
    public Func<ExecuteCommandContext, Task<ExecuteCommandResult>> ExecuteCommand { get; }
    public string? ConfirmationMessage => _options.ConfirmationMessage;
    public string? IconName => _options.IconName;
    public bool IsHighlighted => _options.IsHighlighted;
}

public sealed class UpdateCommandStateContext
{
    public required CustomResourceSnapshot ResourceSnapshot { get; init; }
    public required IServiceProvider ServiceProvider { get; init; }
}

public sealed class ExecuteCommandContext
{
    public required IServiceProvider ServiceProvider { get; init; }
    public required string ResourceName { get; init; }
    public required CancellationToken CancellationToken { get; init; }
    public required ILogger Logger { get; init; }
}

public sealed class ExecuteCommandResult
{
    public required bool Success { get; init; }
    public string? Message { get; init; }
}

public static class CommandResults
{
    public static ExecuteCommandResult Success() => new() { Success = true };

    public static ExecuteCommandResult Failure(string? errorMessage = null) => new() { Success = false, Message = errorMessage };
}

public class ResourceCommandService
{
    private readonly IServiceProvider _services;
    private readonly ResourceLoggerService _loggers;

    internal ResourceCommandService(IServiceProvider services, ResourceLoggerService loggers) => (_services, _loggers) = (services, loggers);

    public async Task<ExecuteCommandResult> ExecuteCommandAsync(IResource resource, string commandName, CancellationToken cancellationToken = default) =>
        resource.Annotations.OfType<ResourceCommandAnnotation>().LastOrDefault(command => command.Name == commandName) is { } command
            ? await command.ExecuteCommand(new() { ServiceProvider = _services, ResourceName = resource.Name, CancellationToken = cancellationToken, Logger = _loggers.GetLogger(resource) })
            : CommandResults.Failure($"Resource '{resource.Name}' has no command '{commandName}'.");
}

public static class KnownResourceCommands
{
    public static readonly string StartCommand = "start";
    public static readonly string StopCommand = "stop";
    public static readonly string RestartCommand = "restart";
}
