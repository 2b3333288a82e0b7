using Dugout.Infrastructure.Commands;
using Dugout.Infrastructure.Model;
using Dugout.Infrastructure.Processes;
using Dugout.Infrastructure.Publishing;
using Dugout.Infrastructure.Run;
using Dugout.Infrastructure.Servers;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Hosting;
using Microsoft.Extensions.Logging;

namespace Dugout.Infrastructure;

/// <summary>
/// One run of the AppHost from command line to exit code: settings, server programs, run folder, the resources the
/// caller describes, the table when everything is ready, and a clean stop on every stop signal.
/// </summary>
public static class AppHostRun
{
    private const int StartFailed = 1;
    private const int Usage = 64;

    /// <summary>Runs until it is stopped.</summary>
    /// <param name="args">The command line.</param>
    /// <param name="describe">Adds the resources.</param>
    /// <returns>0 after a clean stop; 64 for an invalid setting; 1 when the system could not start, after one line with the reason.</returns>
    public static async Task<int> StartAsync(string[] args, Action<IDistributedApplicationBuilder, AppHostSettings> describe)
    {
        ArgumentNullException.ThrowIfNull(args);
        ArgumentNullException.ThrowIfNull(describe);
        try
        {
            if (AppHostSettings.Read(args, Environment.GetEnvironmentVariables(), Checkout.FolderOf(describe.Method.Module.Assembly)) is not { } settings)
                return 0;

            EnvironmentSettings.ForgetAddresses();
            Action<string> announce = settings.Quiet ? _ => { } : Announce;
            if (settings.Operation == AppHostOperation.Publish)
            {
                await PublishRun.WriteAsync(settings, Checkout.FolderOf(describe.Method.Module.Assembly), describe, announce);
                return 0;
            }

            // Watched from here on, not only once everything runs: a download takes longer than killing the `dotnet run` around this process.
            using var orphaned = new CancellationTokenSource();
            using var parent = DotnetRunParent.Watch(orphaned.Cancel);
            var servers = await SystemServers.ChooseAsync(settings.Servers, announce, orphaned.Token);
            using var folder = await RunFolder.TakeAsync(settings.RunFolder, settings.Reset, announce, orphaned.Token);

            if (settings.Port > 0 && !Ports.IsFree(settings.Port))
                throw new StartFailedException($"Port {settings.Port} of 127.0.0.1 is in use; choose another with --port, or 0 for any free one.");

            var snapshots = new Snapshots(folder, announce);
            await snapshots.FinishAsync(orphaned.Token);
            if (settings.RestoreSnapshot is { } restored)
                await snapshots.RestoreAsync(restored, orphaned.Token);
            if (settings.SaveSnapshot is { } saved)
                await snapshots.SaveAsync(saved, orphaned.Token);

            announce($"Starting on {servers.Described}.");
            var builder = AspireApplication.CreateBuilder(describe.Method.Module.Assembly, dashboard: settings.Dashboard == DashboardMode.Auto);
            // A failed start is reported in one line below; the host's stack trace would repeat it.
            builder.Services.AddLogging(logging => logging.AddFilter("Microsoft.Extensions.Hosting.Internal.Host", LogLevel.None));
            builder.UseServers(folder, servers, announce);
            if (settings.Quiet)
                builder.Configuration["Logging:Console:LogLevel:Default"] = nameof(LogLevel.None);
            describe(builder, settings);
            builder.AddProcessCommands();
            await using var app = builder.Build();
            return await RunAsync(app, folder, settings, servers, announce, orphaned.Token);
        }
        catch (StartFailedException error)
        {
            await Console.Error.WriteLineAsync($"dugout: {error.Message}");
            return error.IsUsage ? Usage : StartFailed;
        }
        catch (OperationCanceledException)
        {
            // The process that started this one is gone, so the exit code has no reader.
            return StartFailed;
        }
        catch (Exception failed) when (failed is DistributedApplicationException or IOException or UnauthorizedAccessException)
        {
            // Includes a full disk: an environment error, for which a stack trace adds nothing.
            await Console.Error.WriteLineAsync($"dugout: {failed.Message}");
            return StartFailed;
        }
    }

    private static async Task<int> RunAsync(
        DistributedApplication app, RunFolder folder, AppHostSettings settings, SystemServers servers, Action<string> announce, CancellationToken orphaned)
    {
        var lifetime = app.Services.GetRequiredService<IHostApplicationLifetime>();
        using var stop = orphaned.Register(lifetime.StopApplication);
        using var leaving = lifetime.ApplicationStopping.Register(folder.Leaving);
        // Disposed last, because programs still log while they stop.
        await using var logs = LogFiles.Keep(app, folder);
        try
        {
            using (var either = CancellationTokenSource.CreateLinkedTokenSource(orphaned, lifetime.ApplicationStopping))
            await using (JobOutput.Show(app, announce))
            {
                if (await Readiness.StartAsync(app, either.Token, announce) is { } failure)
                    throw new StartFailedException(failure + DatabaseData.SpaceLeft(folder.Path));
            }

            await using var file = await RunFile.WriteAsync(app, folder, lifetime.ApplicationStopping);
            await using var restarts = settings.Restarts == RestartMode.On ? Restarts.Watch(app, RestartRules.Usual, announce, TimeProvider.System, lifetime.ApplicationStopping) : null;
            if (!settings.Quiet)
                ReadyTable.Print(app, servers.Described, Console.Out);
            await app.WaitForShutdownAsync(CancellationToken.None);
            return 0;
        }
        catch (OperationCanceledException) when (lifetime.ApplicationStopping.IsCancellationRequested)
        {
            // A stop was requested before everything was ready.
            return 0;
        }
        finally
        {
            await app.StopAsync(CancellationToken.None);
        }
    }

    private static void Announce(string line) => Console.WriteLine($"dugout: {line}");
}
