using System.Collections.Concurrent;
using System.Net.Http.Json;
using System.Text.Json;
using Aspire.Hosting;
using Aspire.Hosting.ApplicationModel;
using Dugout.Infrastructure.Model;
using Dugout.Infrastructure.Run;
using Microsoft.Extensions.DependencyInjection;

namespace Dugout.Features.Tests.Safety;

/// <summary>A separate shop without gateway that sends telemetry to a collector, and whose output is recorded.</summary>
public sealed class CanaryShop : Shop
{
    private static readonly string[] Processes = ["mysql-primary", "mysql-replica-1", "redis", "migrator", "api-1", "api-2", "worker", "partners"];

    private readonly ConcurrentQueue<string> _said = new();
    private TelemetryReceiver? _telemetry;

    /// <summary>The telemetry its processes sent to the collector.</summary>
    internal TelemetryReceiver Telemetry => _telemetry!;

    /// <summary>Every line of every process, with the process' name before it.</summary>
    public IReadOnlyCollection<string> Said => _said;

    protected override (string Name, string Value)[] Settings =>
    [
        .. base.Settings, ("OTEL_EXPORTER_OTLP_ENDPOINT", Telemetry.Address), ("OTEL_EXPORTER_OTLP_PROTOCOL", "http/protobuf"),
        ("OTEL_BSP_SCHEDULE_DELAY", "200"), ("OTEL_BLRP_SCHEDULE_DELAY", "200"), ("OTEL_METRIC_EXPORT_INTERVAL", "500"),
    ];

    public override async ValueTask InitializeAsync()
    {
        _telemetry = await TelemetryReceiver.StartAsync();
        await base.InitializeAsync();
        var logs = Servers.App.Services.GetRequiredService<ResourceLoggerService>();
        var resources = Servers.App.Services.GetRequiredService<DistributedApplicationModel>().Resources;
        foreach (var process in Processes)
            _ = ListenAsync(logs, resources.Single(resource => resource.Name == process));
    }

    public override async ValueTask DisposeAsync()
    {
        await base.DisposeAsync();
        if (_telemetry is not null)
            await _telemetry.DisposeAsync();
    }

    protected override void Add(IDistributedApplicationBuilder builder, MySqlCluster mysql, IResourceBuilder<IResourceWithConnectionString> redis)
    {
        base.Add(builder, mysql, redis);
        var partners = AddPartners(builder);
        var worker = builder.AddProject("worker", "../../src/Worker/Worker.csproj")
            .WithDatabase(mysql, DatabaseAccount.App)
            .WithReference(redis, "Redis")
            .WithKeyRing()
            .WithPaymentPartner(partners)
            .WithPictureStore(partners)
            .WithMailPartner(partners)
            .WithHttp()
            .WaitFor(redis)
            .WaitForCompletion(Migrator!);
        foreach (var program in (IResourceBuilder<ProjectResource>[])[worker, partners, Migrator!])
        {
            foreach (var (setting, value) in Settings)
                program.WithEnvironment(setting, value);
        }
    }

    /// <summary>The code in a mail to an address; empty where none has arrived yet.</summary>
    public async Task<string> CodeMailedAsync(string email)
    {
        using var partner = await PartnerAsync();
        var mails = await partner.GetFromJsonAsync<JsonElement>($"/control/mails/box?to={Uri.EscapeDataString(email)}");
        return mails.EnumerateArray().Select(mail => mail.GetProperty("text").GetString()!.Split(": ")[1][..32]).FirstOrDefault("");
    }

    /// <summary>By the resource: a log is known by its instance's name, not by the resource's. Colours are left out, as one could part a word.</summary>
    private async Task ListenAsync(ResourceLoggerService logs, IResource process)
    {
        await foreach (var lines in logs.WatchAsync(process))
        {
            foreach (var line in lines)
                _said.Enqueue($"{process.Name}: {ConsoleLine.Plain(line.Content)}");
        }
    }
}
