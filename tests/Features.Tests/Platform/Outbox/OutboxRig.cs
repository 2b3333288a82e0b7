using System.Collections.Concurrent;
using System.Diagnostics;
using Dugout.Infrastructure.Run;
using Dugout.Tests.Support;
using Microsoft.AspNetCore.Mvc.Testing;
using Microsoft.AspNetCore.TestHost;
using Microsoft.EntityFrameworkCore;
using Microsoft.Extensions.Configuration;
using Microsoft.Extensions.Logging;
using Microsoft.Extensions.Logging.Abstractions;
using Microsoft.Extensions.Options;
using Xunit;

namespace Dugout.Features.Tests.Platform;

/// <summary>One worker delivers at a time, in the tests too: classes that need the lease run one after the other.</summary>
[CollectionDefinition(Name)]
public sealed class TheOutboxLease
{
    public const string Name = "the outbox's turn";
}

/// <summary>What tests of the outbox need: workers in this process and as processes, receivers that listen, messages.</summary>
internal static class OutboxRig
{
    public static Databases Databases(this Shop shop) =>
        new(new ConfigurationBuilder().AddInMemoryCollection([new("ConnectionStrings:Primary", shop.Servers.Primary(DatabaseAccount.App))]).Build(), Options.Create(new DatabaseOptions()));

    public static BatchDeletes Deletes(this Shop shop) =>
        new(shop.Databases(), new SliceTables(ServerVersion.Parse(shop.Servers.ServerVersion), typeof(AllFeatures).Assembly));

    /// <summary>A worker in this process that delivers on request.</summary>
    public static DeliverOutbox Worker(
        this Shop shop, IOutboxReceiver receiver, OutboxOptions? options = null, TimeProvider? clock = null, ILogger<DeliverOutbox>? log = null) =>
        shop.Worker([receiver], options, clock, log);

    /// <summary>The same, with several receivers.</summary>
    public static DeliverOutbox Worker(
        this Shop shop, IReadOnlyList<IOutboxReceiver> receivers, OutboxOptions? options = null, TimeProvider? clock = null, ILogger<DeliverOutbox>? log = null) =>
        new(shop.Databases(), receivers, Options.Create(options ?? new()), clock ?? TimeProvider.System, log ?? NullLogger<DeliverOutbox>.Instance);

    /// <summary>How a process ends that was killed: 128 and the signal's number.</summary>
    private const int Killed = 128 + Signals.Kill;

    /// <summary>A page of the outbox as it ships, for a worker that has to work off what other tests have left: five at a time, as the crashes need it, may take minutes.</summary>
    public const string ShippedBatch = "100";

    /// <summary>The shipped worker, with optional settings.</summary>
    public static Task<KeptProcess> StartWorkerAsync(this Shop shop, params (string Name, string Value)[] settings)
    {
        var program = Path.Combine(AppContext.BaseDirectory, "../../Worker", new DirectoryInfo(AppContext.BaseDirectory).Name, "Dugout.Worker.dll");
        var environment = new Dictionary<string, string>
        {
            ["ConnectionStrings__Primary"] = shop.Servers.Primary(DatabaseAccount.App),
            ["ConnectionStrings__Redis"] = shop.Servers.Redis,
            ["Database__ServerVersion"] = shop.Servers.ServerVersion,
            ["ASPNETCORE_URLS"] = "http://127.0.0.1:0",
            ["Keys__Folder"] = AppContext.BaseDirectory,
            ["Logging__LogLevel__Default"] = "Error",
            ["Redis__DeadlineMilliseconds"] = "5000",
            ["Outbox__BatchSize"] = "5",
        };
        foreach (var (name, value) in settings)
            environment[name] = value;
        return KeptProcess.StartAsync(["dotnet", program], environment);
    }

    /// <summary>
    /// The worker's jobs in this process, perhaps with settings of their own; they end with it. For tests that kill no worker: as a process it costs two
    /// CPU seconds to start.
    /// </summary>
    public static IAsyncDisposable StartJobs(this Shop shop, params (string Name, string Value)[] settings)
    {
        var host = shop.Replica([("ConnectionStrings:Replica1", ""), ("Outbox:BatchSize", "5"), .. settings]).WithJobs();
        // Accessing its services starts it.
        _ = host.Services;
        return host;
    }

    /// <summary>A replica that does the worker's jobs, too.</summary>
    public static WebApplicationFactory<Program> WithJobs(this WebApplicationFactory<Program> replica) =>
        replica.WithWebHostBuilder(host => host.ConfigureTestServices(services => services.AddFeatureJobs()));

    /// <summary>Kills a worker once a proxy before one of its servers holds what a test waits for: what is held never arrives.</summary>
    /// <param name="worker">The worker; its servers are behind the proxies.</param>
    /// <param name="held">Ends when the proxy holds it.</param>
    /// <param name="proxies">The proxies.</param>
    public static async Task KillAsync(this KeptProcess worker, Task held, params FaultyProxy[] proxies)
    {
        await held.WaitAsync(Wait.Patience);
        Signals.Send(worker.Id, Signals.Kill);
        Assert.Equal(Killed, await worker.EndAsync().WaitAsync(Wait.Patience));
        foreach (var proxy in proxies)
            proxy.Cut();
    }

    /// <summary>Writes a message in a separate transaction.</summary>
    public static Task PublishAsync(this Shop shop, string topic, string key, string body = "{}") => shop.ChangeAsync(
        "INSERT INTO outbox (topic, ordered_by, body, written_at) VALUES (@topic, @key, @body, UTC_TIMESTAMP(6))", new { topic, key, body });

    /// <summary>Delivers until a condition is met. Another holder's lease may take a moment to expire.</summary>
    public static async Task DeliverUntilAsync(this DeliverOutbox worker, Func<bool> isSo)
    {
        for (var waited = Stopwatch.StartNew(); !isSo(); await worker.DeliverAsync(TestContext.Current.CancellationToken).WaitAsync(Wait.Patience))
            Assert.True(waited.Elapsed < Wait.Patience, "It never came to be.");
    }

    /// <summary>A unique topic.</summary>
    public static string NewTopic() => $"test-{Guid.NewGuid():N}";
}

/// <summary>Receives a topic and runs a test's action for each message.</summary>
internal sealed class Ear(string topic, Func<OutboxMessage, Task>? take = null) : IOutboxReceiver
{
    /// <summary>The messages it took, in the order it did.</summary>
    public ConcurrentQueue<OutboxMessage> Taken { get; } = new();

    public IEnumerable<string> Bodies => Taken.Select(message => message.Body);

    public string Topic => topic;

    public async Task ReceiveAsync(OutboxMessage message, CancellationToken cancellation)
    {
        if (take is not null)
            await take(message);
        Taken.Enqueue(message);
    }
}

/// <summary>Receives the messages of a topic together, and runs a test's action for each such call.</summary>
internal sealed class BatchEar(string topic, Action<IReadOnlyList<string>> take) : IOutboxBatchReceiver
{
    /// <summary>The bodies that came together, in the order they did; without those that were not accepted.</summary>
    public ConcurrentQueue<string> Taken { get; } = new();

    public string Topic => topic;

    public Task ReceiveAsync(IReadOnlyList<OutboxMessage> messages, CancellationToken cancellation)
    {
        string[] bodies = [.. messages.Select(message => message.Body)];
        take(bodies);
        Taken.Enqueue(string.Join(' ', bodies));
        return Task.CompletedTask;
    }
}
