using Aspire.Hosting.ApplicationModel;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Logging;

namespace Dugout.ResourceService;

/// <summary>Runs commands of resources for somebody at the dashboard, and tells what came of them.</summary>
/// <param name="services">The application's services.</param>
/// <param name="masking">What isn't told.</param>
/// <param name="stopping">Ends what is under way.</param>
internal sealed class CommandRuns(IServiceProvider services, Masking masking, CancellationToken stopping)
{
    /// <summary>Making the data anew is what takes longest.</summary>
    private static readonly TimeSpan Longest = TimeSpan.FromMinutes(10);

    private enum Kind
    {
        Succeeded = 1,
        Failed = 2,
        Cancelled = 3,
    }

    /// <summary>
    /// Runs a command to its end, whether or not the dashboard lives to hear of it. One that there isn't, or that isn't offered now, has failed.
    /// </summary>
    public async Task<ProtoWriter> RunAsync(ResourceRow row, IResource resource, string name)
    {
        if (resource.Annotations.OfType<ResourceCommandAnnotation>().LastOrDefault(command => command.Name == name) is not { } command)
            return Answer(Kind.Failed, $"{resource.Name} has no command '{name}'.");
        var notifications = services.GetRequiredService<ResourceNotificationService>();
        if (!notifications.TryGetCurrentState(resource.Name, out var now) || row.StateOf(command, now.Snapshot) != ResourceCommandState.Enabled)
            return Answer(Kind.Failed, $"{resource.Name} is {now?.Snapshot.State?.Text ?? "unknown"}: '{command.DisplayName}' isn't possible now.");

        var log = services.GetRequiredService<ResourceLoggerService>().GetLogger(resource);
        using var patience = CancellationTokenSource.CreateLinkedTokenSource(stopping);
        patience.CancelAfter(Longest);
        try
        {
            log.LogInformation("by hand: {Command}", command.DisplayName);
            var result = await command.ExecuteCommand(new() { ServiceProvider = services, ResourceName = resource.Name, CancellationToken = patience.Token, Logger = log })
                .WaitAsync(patience.Token);
            if (!result.Success)
                log.LogWarning("by hand: {Command} failed: {Reason}", command.DisplayName, result.Message);
            return Answer(result.Success ? Kind.Succeeded : Kind.Failed, result.Message);
        }
        catch (OperationCanceledException) when (patience.IsCancellationRequested)
        {
            return Answer(Kind.Cancelled, stopping.IsCancellationRequested ? "The AppHost stops." : $"It took longer than {Longest.TotalMinutes} minutes.");
        }
        catch (Exception fault)
        {
            log.LogError("by hand: {Command} failed: {Reason}", command.DisplayName, fault.Message);
            return Answer(Kind.Failed, fault.Message);
        }
    }

    // 2 was the message until 13.3, and is still read by some.
    private ProtoWriter Answer(Kind kind, string? message) => new ProtoWriter()
        .Number(1, (int)kind)
        .Text(2, kind == Kind.Succeeded ? null : masking.Text(message))
        .Text(3, masking.Text(message));
}
