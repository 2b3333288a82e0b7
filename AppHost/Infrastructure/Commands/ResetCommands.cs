using System.Net.Sockets;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Logging;

namespace Dugout.Infrastructure.Commands;

/// <summary>Throws data away while the system runs. Snapshots and passwords stay.</summary>
internal static class ResetCommands
{
    private const string Name = "reset-data";
    private const string DisplayName = "Reset data";
    private const string Icon = "DatabaseWarning";

    /// <summary>How long Redis may take to answer; it has 256 MB at most.</summary>
    private static readonly TimeSpan RedisPatience = TimeSpan.FromSeconds(10);

    /// <summary>Empties Redis. Everything goes on running.</summary>
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

    /// <summary>Makes the database anew, with all that depends on it.</summary>
    /// <param name="primary">The server that takes writes.</param>
    /// <param name="remake">Makes empty data folders, now that no server runs.</param>
    public static IResourceBuilder<T> WithResetCommand<T>(this IResourceBuilder<T> primary, Func<CancellationToken, Task> remake) where T : IMySqlServerResource
    {
        // The primary is stopped last, and till then looks as if nobody had asked.
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
        // Asked before anything is stopped: what it holds tells of rows that will be no more.
        if (caches.FirstOrDefault(redis => !control.Answers(redis)) is { } away)
            return CommandResult.Failed($"{away.Name} doesn't run, and has to be emptied as well: start it or thaw it first.");
        var all = control.WithDependents(primary);
        foreach (var resource in all.Reverse().Where(control.Runs).ToList())
            await control.StopAsync(resource);

        context.Logger.LogInformation("reset: all stopped; the data are made anew");
        await remake(context.CancellationToken);
        // Holds, kept answers and counts of coupons tell of rows that are no more.
        foreach (var redis in caches)
            await EmptyAsync(redis, context.CancellationToken);

        foreach (var resource in all)
            await control.StartAsync(resource);
        return CommandResult.Done($"All data were made anew, and {all.Count} resources started again.");
    }

    /// <exception cref="InvalidOperationException">Redis refused, or doesn't answer.</exception>
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
