using System.Security.Cryptography;
using System.Text;
using Aspire.Hosting.ApplicationModel;
using Microsoft.AspNetCore.Http;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Logging;

namespace Dugout.ResourceService;

/// <summary>
/// What the dashboard asks: which application this is, its resources now and as they change, a resource's lines from the first kept one on and as they come, and that
/// a command be run. Who asks without the key is refused.
/// </summary>
/// <param name="services">The application's services.</param>
/// <param name="names">What the dashboard calls resources.</param>
/// <param name="masking">What it isn't told.</param>
/// <param name="application">The name above its pages.</param>
/// <param name="key">What it has to send.</param>
/// <param name="stopping">Ends what is under way.</param>
internal sealed class DashboardCalls(
    IServiceProvider services, ResourceNames names, Masking masking, string application, string key, CancellationToken stopping)
{
    /// <summary>The header with the key.</summary>
    public const string KeyHeader = "x-resource-service-api-key";

    /// <summary>Where the calls are.</summary>
    public const string Prefix = "/aspire.v1.DashboardService/";

    /// <summary>Clients take messages of up to 4 MB. In bytes.</summary>
    private const int LongMessage = 512 * 1024;

    /// <summary>A longer line is cut. In characters.</summary>
    private const int LongLine = 64 * 1024;

    private readonly byte[] _key = Encoding.UTF8.GetBytes(key);
    private readonly ResourceRow _row = new(names, masking, services);
    private readonly CommandRuns _commands = new(services, masking, stopping);

    /// <summary>Answers a request.</summary>
    public async Task HandleAsync(HttpContext context)
    {
        if (!GrpcCall.IsOne(context))
        {
            context.Response.StatusCode = StatusCodes.Status415UnsupportedMediaType;
            return;
        }

        var call = new GrpcCall(context);
        if (!CryptographicOperations.FixedTimeEquals(Encoding.UTF8.GetBytes(context.Request.Headers[KeyHeader].ToString()), _key))
        {
            call.End(GrpcStatus.Unauthenticated, "The key is missing or wrong.");
            return;
        }

        using var ended = CancellationTokenSource.CreateLinkedTokenSource(context.RequestAborted, stopping);
        try
        {
            var status = await AnswerAsync(call, context.Request.Path.Value ?? "", ended.Token);
            call.End(status);
        }
        catch (InvalidDataException unreadable)
        {
            call.End(GrpcStatus.InvalidArgument, unreadable.Message);
        }
        catch (OperationCanceledException) when (stopping.IsCancellationRequested)
        {
            call.End(GrpcStatus.Unavailable);
        }
        catch (Exception gone) when (context.RequestAborted.IsCancellationRequested && gone is OperationCanceledException or IOException)
        {
            // Nobody listens any more.
        }
        catch (Exception fault)
        {
            services.GetRequiredService<ILogger<DashboardCalls>>().LogError("the dashboard's question {Path} failed: {Reason}", context.Request.Path, fault.Message);
            call.End(GrpcStatus.Internal);
        }
    }

    private Task<GrpcStatus> AnswerAsync(GrpcCall call, string path, CancellationToken ended) =>
        !path.StartsWith(Prefix, StringComparison.Ordinal) ? Task.FromResult(GrpcStatus.Unimplemented) : path[Prefix.Length..] switch
        {
            "GetApplicationInformation" => TellApplicationAsync(call, ended),
            "WatchResources" => TellResourcesAsync(call, ended),
            "WatchResourceConsoleLogs" => TellLinesAsync(call, ended),
            "ExecuteResourceCommand" => ExecuteAsync(call, ended),
            "WatchInteractions" => StaySilentAsync(call, ended),
            _ => Task.FromResult(GrpcStatus.Unimplemented),
        };

    private async Task<GrpcStatus> TellApplicationAsync(GrpcCall call, CancellationToken ended)
    {
        await call.ReadAsync(ended);
        await call.SendAsync(new ProtoWriter().Text(1, application), ended);
        return GrpcStatus.Ok;
    }

    /// <summary>All of them at once, then each whenever it changes, for as long as somebody listens: the dashboard doesn't ask twice.</summary>
    private async Task<GrpcStatus> TellResourcesAsync(GrpcCall call, CancellationToken ended)
    {
        await call.ReadAsync(ended);
        var notifications = services.GetRequiredService<ResourceNotificationService>();
        var now = services.GetRequiredService<DistributedApplicationModel>().Resources
            .Select(resource => notifications.TryGetCurrentState(resource.Name, out var state) ? state : null).OfType<ResourceEvent>().ToList();
        await call.SendAsync(new ProtoWriter().Message(1, initial =>
        {
            foreach (var state in now)
                initial.Message(1, row => _row.Write(row, state.Resource, state.Snapshot));
            foreach (var type in now.Select(state => state.Snapshot.ResourceType).Distinct())
                initial.Message(2, field => field.Text(1, type).Text(2, type));
        }), ended);
        await foreach (var state in notifications.WatchAsync(ended))
            await call.SendAsync(new ProtoWriter().Message(2, changes => changes.Message(1, change => change.Message(2, row => _row.Write(row, state.Resource, state.Snapshot)))), ended);
        return GrpcStatus.Unavailable;
    }

    private async Task<GrpcStatus> TellLinesAsync(GrpcCall call, CancellationToken ended)
    {
        var request = await call.ReadAsync(ended);
        if (Find(request.Text(1)) is not { } resource)
            return GrpcStatus.NotFound;
        await call.BeginAsync(ended);
        var logs = services.GetRequiredService<ResourceLoggerService>();
        var lines = request.Flag(2) ? logs.GetAllAsync(resource.Name) : logs.WatchAsync(resource.Name);
        await foreach (var batch in lines.WithCancellation(ended))
        {
            var message = new ProtoWriter();
            foreach (var line in batch)
            {
                var text = line.Content.Length > LongLine ? line.Content[..LongLine] : line.Content;
                message.Message(1, field => field.Text(1, masking.Text(text)).Flag(2, line.IsErrorMessage).Number(3, line.LineNumber));
                if (message.Written.Length < LongMessage)
                    continue;
                await call.SendAsync(message, ended);
                message = new();
            }

            if (message.Written.Length > 0)
                await call.SendAsync(message, ended);
        }

        return GrpcStatus.Ok;
    }

    private async Task<GrpcStatus> ExecuteAsync(GrpcCall call, CancellationToken ended)
    {
        var request = await call.ReadAsync(ended);
        if (Find(request.Text(2)) is not { } resource)
            return GrpcStatus.NotFound;
        await call.SendAsync(await _commands.RunAsync(_row, resource, request.Text(1)), ended);
        return GrpcStatus.Ok;
    }

    /// <summary>Nothing here asks the user anything; without an answer at all the dashboard would ask for ever.</summary>
    private static async Task<GrpcStatus> StaySilentAsync(GrpcCall call, CancellationToken ended)
    {
        await call.BeginAsync(ended);
        await Task.Delay(Timeout.Infinite, ended);
        return GrpcStatus.Ok;
    }

    private IResource? Find(string name) =>
        services.GetRequiredService<DistributedApplicationModel>().Resources.FirstOrDefault(resource => names.Of(resource) == name);
}
