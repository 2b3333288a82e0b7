using System.Net.Sockets;
using Dugout.Infrastructure.Run;
using Dugout.Infrastructure.Servers.Redis;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Logging;

namespace Dugout.Infrastructure.Commands;

/// <summary>Deletes data while the system runs. Snapshots and passwords are not deleted.</summary>
internal static class ResetCommands
{
    private const string Name = "reset-data";
    private const string DisplayName = "Reset data";
    private const string Icon = "DatabaseWarning";

    /// <summary>Time limit for Redis to respond; it has 256 MB at most.</summary>
    private static readonly TimeSpan RedisPatience = TimeSpan.FromSeconds(10);

    /// <summary>Empties Redis. All programs keep running.</summary>
    public static IResourceBuilder<T> WithResetCommand<T>(this IResourceBuilder<T> redis) where T : IResourceWithConnectionString =>
        redis.WithCommand(Name, DisplayName, async context =>
        {
            await EmptyAsync(redis.Resource, context.CancellationToken);
            return CommandResult.Done($"{redis.Resource.Name} is empty.");
        }, new CommandOptions
        {
            ConfirmationMessage = $"Empties {redis.Resource.Name}: all seat holds end, and cached responses and rankings are rebuilt. Sold seats stay sold.",
            IconName = Icon,
            UpdateState = ProcessCommands.When(KnownResourceStates.Running),
        });

    /// <summary>Recreates the database, and restarts everything that depends on it.</summary>
    /// <param name="primary">The primary server.</param>
    /// <param name="remake">Creates empty data folders while no server runs.</param>
    public static IResourceBuilder<T> WithResetCommand<T>(this IResourceBuilder<T> primary, Func<CancellationToken, Task> remake) where T : IMySqlServerResource
    {
        // Rejects a second reset: the primary is stopped last, and until then its state does not show that a reset is in progress.
        var once = new SemaphoreSlim(1);
        return primary.WithCommand(Name, DisplayName, async context =>
        {
            if (!await once.WaitAsync(TimeSpan.Zero, context.CancellationToken))
                return CommandResult.Failed("A reset is already running.");
            try
            {
                return await RemakeAsync(context, primary.Resource, remake);
            }
            finally
            {
                once.Release();
            }
        }, new CommandOptions
        {
            ConfirmationMessage = $"Deletes all data: stops {primary.Resource.Name}, its replicas and all programs that use them, creates empty data folders, empties Redis, and starts everything again. "
                + "The migrator then creates and seeds the tables as at the first start. No request is served meanwhile.",
            IconName = Icon,
            UpdateState = ProcessCommands.When(KnownResourceStates.Running),
        });
    }

    private static async Task<ExecuteCommandResult> RemakeAsync(ExecuteCommandContext context, IResource primary, Func<CancellationToken, Task> remake)
    {
        var control = new ResourceControl(context);
        var caches = context.Services.GetRequiredService<DistributedApplicationModel>().Resources
            .OfType<IResourceWithConnectionString>().Where(resource => resource is not IMySqlServerResource).ToList();
        // Checked before anything is stopped: Redis must be emptied, because its data refer to rows that will be deleted.
        if (caches.FirstOrDefault(redis => !control.Answers(redis)) is { } away)
            return CommandResult.Failed($"{away.Name} is not running, and the reset must empty it, too; start or thaw it first.");
        var all = control.WithDependents(primary);
        foreach (var resource in all.Reverse().Where(control.Runs).ToList())
            await control.StopAsync(resource);

        context.Logger.LogInformation("Reset: all programs are stopped; deleting and recreating the data");
        await remake(context.CancellationToken);
        // Seat holds, cached responses and coupon counts refer to deleted rows.
        foreach (var redis in caches)
            await EmptyAsync(redis, context.CancellationToken);

        foreach (var resource in all)
            await control.StartAsync(resource);
        return CommandResult.Done($"All data were recreated, and {all.Count} resources were restarted.");
    }

    /// <exception cref="InvalidOperationException">Redis rejected the command, or does not respond.</exception>
    private static async Task EmptyAsync(IResourceWithConnectionString server, CancellationToken cancellation)
    {
        using var patience = CancellationTokenSource.CreateLinkedTokenSource(cancellation);
        patience.CancelAfter(RedisPatience);
        try
        {
            foreach (var address in RedisAddress.AllOf(await server.ConnectionStringExpression.GetValueAsync(patience.Token) ?? ""))
            {
                // A replica is emptied by its master.
                if (await RedisProbe.QueryAsync(address, "FLUSHALL", "+OK", patience.Token) is { } answer && !answer.StartsWith("-READONLY", StringComparison.Ordinal))
                    throw new InvalidOperationException($"{server.Name} returned an error: {answer}.");
            }
        }
        catch (Exception fault) when (fault is SocketException or IOException || (fault is OperationCanceledException && !cancellation.IsCancellationRequested))
        {
            throw new InvalidOperationException($"{server.Name} is unavailable: {fault.Message}", fault);
        }
    }
}
