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
            ConfirmationMessage = $"Empties {redis.Resource.Name}: seats that are held and not yet reserved are free again, kept answers and rankings are made anew. What was sold stays sold.",
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
                return CommandResult.Failed("A reset is under way.");
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
            ConfirmationMessage = $"Throws every row away: stops {primary.Resource.Name}, its replicas and all programs that use them, makes empty data folders, empties Redis, and starts all of it again. "
                + "The migrator then makes and fills the tables as at the first start. Nobody is served meanwhile.",
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
            return CommandResult.Failed($"{away.Name} doesn't run, and has to be emptied as well: start it or thaw it first.");
        var all = control.WithDependents(primary);
        foreach (var resource in all.Reverse().Where(control.Runs).ToList())
            await control.StopAsync(resource);

        context.Logger.LogInformation("reset: all stopped; the data are made anew");
        await remake(context.CancellationToken);
        // Seat holds, cached responses and coupon counts refer to deleted rows.
        foreach (var redis in caches)
            await EmptyAsync(redis, context.CancellationToken);

        foreach (var resource in all)
            await control.StartAsync(resource);
        return CommandResult.Done($"All data were made anew, and {all.Count} resources started again.");
    }

    /// <exception cref="InvalidOperationException">Redis rejected the command, or does not respond.</exception>
    private static async Task EmptyAsync(IResourceWithConnectionString server, CancellationToken cancellation)
    {
        using var patience = CancellationTokenSource.CreateLinkedTokenSource(cancellation);
        patience.CancelAfter(RedisPatience);
        try
        {
            var address = RedisAddress.Of(await server.ConnectionStringExpression.GetValueAsync(patience.Token) ?? "");
            if (await RedisProbe.QueryAsync(address, "FLUSHALL", "+OK", patience.Token) is { } answer)
                throw new InvalidOperationException($"{server.Name} said: {answer}.");
        }
        catch (Exception fault) when (fault is SocketException or IOException || (fault is OperationCanceledException && !cancellation.IsCancellationRequested))
        {
            throw new InvalidOperationException($"{server.Name} doesn't answer: {fault.Message}", fault);
        }
    }
}
