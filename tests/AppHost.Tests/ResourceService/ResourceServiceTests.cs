using System.Net;
using System.Net.Sockets;
using Aspire.Hosting;
using Aspire.Hosting.ApplicationModel;
using Dugout.Infrastructure.Commands;
using Dugout.ResourceService;
using Dugout.Tests.Support;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Diagnostics.HealthChecks;
using Xunit;

namespace Dugout.AppHost.Tests.ResourceService;

/// <summary>What the dashboard is told of resources, and what never.</summary>
public sealed class ResourceServiceTests
{
    private const int Ok = 0;
    private const int NotFound = 5;
    private const int Unimplemented = 12;
    private const int Unauthenticated = 16;

    [Theory]
    [InlineData(null)]
    [InlineData("wrong")]
    public async Task Who_asks_without_the_key_is_refused(string? key)
    {
        await using var app = new ServedApp();
        await app.StartAsync();
        using var stranger = new DashboardClient(app.Address, key);

        foreach (var call in (string[])["GetApplicationInformation", "WatchResources", "WatchResourceConsoleLogs", "ExecuteResourceCommand", "NoSuchCall"])
            Assert.Equal((Unauthenticated, null), await stranger.AskAsync(call, new ProtoWriter().Text(1, "kill").Text(2, "dashboard")));
        await app.Client.RowAsync("dashboard", "Running");
    }

    /// <summary>What listens everywhere answers at the second of the addresses, too, which every Linux has.</summary>
    [Fact]
    public async Task It_listens_at_one_address_of_this_machine_that_no_other_machine_reaches()
    {
        await using var app = new ServedApp();
        await app.StartAsync();
        using TcpClient known = new(), other = new();

        Assert.Equal("127.0.0.1", app.Address.Host);
        await known.ConnectAsync(IPAddress.Loopback, app.Address.Port).WaitAsync(TimeSpan.FromSeconds(10));
        var refused = await Assert.ThrowsAsync<SocketException>(() => other.ConnectAsync(IPAddress.Parse("127.0.0.2"), app.Address.Port).WaitAsync(TimeSpan.FromSeconds(10)));

        Assert.Equal(SocketError.ConnectionRefused, refused.SocketErrorCode);
    }

    [Fact]
    public async Task The_application_is_told_by_its_name_and_an_unknown_call_is_said_to_be_one()
    {
        await using var app = new ServedApp();
        await app.StartAsync();

        var (status, information) = await app.Client.AskAsync("GetApplicationInformation", new());
        Assert.Equal((Ok, "Dugout.AppHost.Tests"), (status, information!.Text(1)));
        Assert.Equal((Unimplemented, null), await app.Client.AskAsync("NoSuchCall", new()));
    }

    [Fact]
    public async Task Resources_are_told_at_once_and_again_when_they_change()
    {
        await using var app = new ServedApp();
        app.Bash("server", "exec sleep 1000").WithHttpEndpoint();
        app.Bash("later", "exec sleep 1000").WithExplicitStart();
        await app.StartAsync();

        var server = await app.Client.RowAsync("server", "Running", row => row.Text(14) == "success");
        var rows = await app.Client.RowsAsync();
        Assert.Equal(["dashboard", "later", "server"], rows.Select(row => row.Text(3)).Order());
        Assert.Equal((true, false), (rows.Single(row => row.Text(3) == "dashboard").Flag(21), rows.Single(row => row.Text(3) == "server").Flag(21)));
        Assert.Equal(("server", "Executable", "NotStarted"), (server.Text(1), server.Text(2), rows.Single(row => row.Text(3) == "later").Text(5)));
        Assert.StartsWith("http://", server.Messages(13).Single().Text(2), StringComparison.Ordinal);
        Assert.InRange(Rows.Moment(server, 18), Rows.Moment(server, 6), DateTimeOffset.UtcNow);

        Signals.Send(Rows.ProcessOf(server), Signals.Kill);
        var ended = await app.Client.RowAsync("server", "Exited");
        Assert.Equal("error", ended.Text(14));
        Assert.InRange(Rows.Moment(ended, 19), Rows.Moment(ended, 18), DateTimeOffset.UtcNow);
        Assert.True(ended.Messages(13).Single().Flag(4));
    }

    [Fact]
    public async Task A_question_for_interactions_is_neither_answered_nor_ended_until_all_stops_which_it_does_not_hold_up()
    {
        await using var app = new ServedApp();
        await app.StartAsync();
        await using var interactions = app.Client.WatchAsync("WatchInteractions", new()).GetAsyncEnumerator();
        var next = interactions.MoveNextAsync().AsTask();
        await app.Client.RowAsync("dashboard", "Running");
        Assert.False(next.IsCompleted);

        await app.App.StopAsync(CancellationToken.None).WaitAsync(TimeSpan.FromSeconds(20));

        Assert.False(await next);
    }

    [Fact]
    public async Task Lines_are_told_from_the_first_one_on_and_as_they_come()
    {
        using var folder = new TestFolder();
        var file = Path.Combine(folder.Path, "go");
        await using var app = new ServedApp();
        app.Bash("talker", $"echo first; while [ ! -e '{file}' ]; do sleep 0.05; done; echo second >&2; exec sleep 1000");
        await app.StartAsync();
        var lines = new List<(string Text, bool IsError, long Number)>();

        await foreach (var batch in app.Client.WatchAsync("WatchResourceConsoleLogs", new ProtoWriter().Text(1, "talker")))
        {
            lines.AddRange(batch.Messages(1).Select(line => (line.Text(1), line.Flag(2), line.Number(3))));
            if (lines.Count == 1)
                await File.WriteAllTextAsync(file, "");
            if (lines.Count == 2)
                break;
        }

        Assert.Equal([("first", false, 1), ("second", true, 2)], lines);
        var (status, kept) = await app.Client.AskAsync("WatchResourceConsoleLogs", new ProtoWriter().Text(1, "talker").Flag(2, true));
        Assert.Equal((Ok, "first second"), (status, string.Join(' ', kept!.Messages(1).Select(line => line.Text(1)))));
        Assert.Equal((NotFound, null), await app.Client.AskAsync("WatchResourceConsoleLogs", new ProtoWriter().Text(1, "nobody")));
    }

    [Fact]
    public async Task Nothing_that_looks_like_a_secret_is_told()
    {
        (string Name, string Value)[] secrets =
        [
            ("ConnectionStrings__Primary", "Server=127.0.0.1;User ID=app;Password=abc123xyz"), ("ConnectionStrings__Redis", "127.0.0.1:6379,password=abc123xyz"),
            ("Payments__ApiKey", "abc123xyz"), ("OTEL_EXPORTER_OTLP_HEADERS", "x-otlp-api-key=abc123xyz"), ("Store", "http://user:abc123xyz@127.0.0.1/"),
            ("ACCESS_TOKEN", "abc123xyz"), ("Plain", $"behind {ServedApp.Secret}"), ("Odd", "Server=elsewhere;abc123xyz"), ("Row", "abc123xyzabc123xyzabc123xyz"),
        ];
        await using var app = new ServedApp();
        var server = app.Bash("server", $"echo 'connects with Password=abc123xyz; to {ServedApp.Secret} and http://user:abc123xyz@host/'; exec sleep 1000");
        foreach (var (name, value) in secrets)
            server.WithEnvironment(name, value);
        server.WithEnvironment("ReplicaName", "api-1").WithEnvironment("Store__Address", "http://127.0.0.1:20001");
        await app.StartAsync();

        var row = await app.Client.RowAsync("server", "Running");
        var variables = row.Messages(7).ToDictionary(variable => variable.Text(1), variable => variable.Text(2));
        Assert.All(secrets, secret => Assert.Equal((secret.Name, Masking.Mask), (secret.Name, variables[secret.Name])));
        Assert.Equal(("api-1", "http://127.0.0.1:20001"), (variables["ReplicaName"], variables["Store__Address"]));
        await foreach (var batch in app.Client.WatchAsync("WatchResourceConsoleLogs", new ProtoWriter().Text(1, "server")))
        {
            Assert.Equal($"connects with Password={Masking.Mask}; to {Masking.Mask} and http://user:{Masking.Mask}@host/", batch.Messages(1).First().Text(1));
            break;
        }
    }

    [Fact]
    public async Task Neither_addresses_nor_properties_nor_health_tell_a_secret()
    {
        await using var app = new ServedApp();
        app.Builder.Services.AddHealthChecks().AddCheck("ill", () => HealthCheckResult.Unhealthy($"no Password=abc123xyz; {ServedApp.Secret}", new TimeoutException("with pwd=abc123xyz")));
        var server = app.Bash("server", "exec sleep 1000").WithHealthCheck("ill");
        await app.StartAsync();
        await app.Client.RowAsync("server", "Running");
        await app.App.ResourceNotifications.PublishUpdateAsync(server.Resource, snapshot => snapshot with
        {
            Urls = [new UrlSnapshot("page", "http://user:abc123xyz@127.0.0.1:1/?token=abc123xyz", IsInternal: false)],
            Properties = [.. snapshot.Properties, new ResourcePropertySnapshot("said", "Password=abc123xyz"), new ResourcePropertySnapshot("sealed", "anything") { IsSensitive = true }],
        });

        var row = await app.Client.RowAsync("server", "Running", one => one.Messages(13).Any() && one.Messages(17).Single().Has(1));

        Assert.Equal($"http://user:{Masking.Mask}@127.0.0.1:1/?token={Masking.Mask}", row.Messages(13).Single().Text(2));
        var properties = row.Messages(12).ToDictionary(property => property.Text(1), property => property.Messages(3).Single().Text(3));
        Assert.Equal(($"Password={Masking.Mask}", Masking.Mask), (properties["said"], properties["sealed"]));
        var health = row.Messages(17).Single();
        Assert.Equal(($"no Password={Masking.Mask}; {Masking.Mask}", $"with pwd={Masking.Mask}"), (health.Text(3), health.Text(4)));
    }

    /// <summary>The service's own keys are known as well. Of a failure the message is told twice: where it was until 13.3, and where it is since.</summary>
    [Fact]
    public async Task What_came_of_a_command_tells_no_secret()
    {
        await using var app = new ServedApp();
        app.Builder.Configuration["AppHost:OtlpApiKey"] = "0a1b2c3d4e5f";
        string Words() => $"Password=abc123xyz; {ServedApp.Secret}, behind {app.Builder.Configuration["AppHost:ResourceService:ApiKey"]} and 0a1b2c3d4e5f";
        app.Bash("server", "exec sleep 1000")
            .WithCommand("works", "Works", _ => Task.FromResult(CommandResult.Done(Words())))
            .WithCommand("fails", "Fails", _ => Task.FromResult(CommandResult.Failed(Words())))
            .WithCommand("breaks", "Breaks", _ => throw new InvalidOperationException(Words()));
        await app.StartAsync();
        await app.Client.RowAsync("server", "Running");
        const string Told = $"Password={Masking.Mask}; {Masking.Mask}, behind {Masking.Mask} and {Masking.Mask}";
        (string Command, long Kind, string Before)[] expected = [("works", 1, ""), ("fails", 2, Told), ("breaks", 2, Told)];

        foreach (var (command, kind, before) in expected)
        {
            var (status, answer) = await app.Client.AskAsync("ExecuteResourceCommand", new ProtoWriter().Text(1, command).Text(2, "server"));
            Assert.Equal((Ok, command, kind, before, Told), (status, command, answer!.Number(1), answer.Text(2), answer.Text(3)));
        }
    }
}
