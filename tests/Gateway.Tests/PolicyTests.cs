using System.Net;
using System.Net.Http.Json;
using System.Text;
using System.Text.Json;
using Microsoft.AspNetCore.Hosting;
using Xunit;

namespace Dugout.Gateway.Tests;

public sealed class PolicyTests
{
    private static readonly Uri Address = new("/_gateway/policy", UriKind.Relative);

    [Theory]
    [InlineData("RoundRobin")]
    [InlineData("LeastRequests")]
    [InlineData("PowerOfTwoChoices")]
    [InlineData("Random")]
    public async Task Every_policy_can_be_switched_to_and_reaches_all_replicas(string policy)
    {
        await using var one = await Backend.StartAsync("one");
        await using var two = await Backend.StartAsync("two");
        await using var gateway = Rig.ServedGateway([one.Address, two.Address]);
        using var http = gateway.CreateClient();

        Assert.Equal("RoundRobin", await CurrentAsync(http));
        Assert.Equal(policy, await SwitchAsync(http, policy));
        Assert.Equal(policy, await CurrentAsync(http));

        // By LeastRequests the first of equals gets them all, so several ask at once.
        var names = new HashSet<string>();
        for (var deadline = DateTime.UtcNow.AddSeconds(30); names.Count < 2; Assert.True(DateTime.UtcNow < deadline))
            names.UnionWith(await Task.WhenAll(Enumerable.Range(0, 8).Select(_ => http.GetStringAsync(new Uri("/api/slow", UriKind.Relative)))));
    }

    [Fact]
    public async Task A_switched_policy_applies_from_the_next_request()
    {
        await using var one = await Backend.StartAsync("one");
        await using var two = await Backend.StartAsync("two");
        await using var gateway = Rig.ServedGateway([one.Address, two.Address], ("ReverseProxy:Clusters:api:HttpRequest:ActivityTimeout", "00:01:00"));
        using var http = gateway.CreateClient();
        using var leave = new CancellationTokenSource();
        var hanging = http.GetAsync(new Uri("/api/hang", UriKind.Relative), leave.Token);
        for (var deadline = DateTime.UtcNow.AddSeconds(30); one.AskedToHang + two.AskedToHang == 0; await Task.Delay(10))
            Assert.True(DateTime.UtcNow < deadline);
        var idle = one.AskedToHang == 0 ? "one" : "two";

        await SwitchAsync(http, "LeastRequests");
        for (var i = 0; i < 10; i++)
            Assert.Equal(idle, await http.NameAsync());
        await SwitchAsync(http, "RoundRobin");
        var names = new List<string>();
        for (var i = 0; i < 10; i++)
            names.Add(await http.NameAsync());

        Assert.Equal(5, names.Count(name => name == idle));
        await leave.CancelAsync();
        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => hanging);
    }

    [Theory]
    [InlineData("""{"policy":"Fairest"}""")]
    [InlineData("""{"policy":"roundrobin"}""")]
    [InlineData("""{"policy":"Chosen"}""")]
    [InlineData("""{"policy":null}""")]
    [InlineData("""{"policy":1}""")]
    [InlineData("""{"policy":"Random","for":"ever"}""")]
    [InlineData("""{"policy":"Random","policy":"Random"}""")]
    [InlineData("""{}""")]
    [InlineData("null")]
    [InlineData("")]
    public async Task An_unknown_policy_is_rejected_and_changes_nothing(string body)
    {
        await using var gateway = Rig.ServedGateway(["http://127.0.0.1:9"]);
        using var http = gateway.CreateClient();
        using var content = new StringContent(body, Encoding.UTF8, "application/json");

        using var answer = await http.PutAsync(Address, content);

        var problem = await Rig.AssertProblemAsync(answer, HttpStatusCode.BadRequest, "invalid");
        Assert.Contains("LeastRequests", problem.GetProperty("errors").GetProperty("policy")[0].GetString()!, StringComparison.Ordinal);
        Assert.Equal("RoundRobin", await CurrentAsync(http));
    }

    [Fact]
    public async Task Another_method_is_rejected()
    {
        await using var gateway = Rig.ServedGateway(["http://127.0.0.1:9"]);
        using var http = gateway.CreateClient();

        using var answer = await http.DeleteAsync(Address);

        await Rig.AssertProblemAsync(answer, HttpStatusCode.MethodNotAllowed, "method-not-allowed");
    }

    [Theory]
    [InlineData("GET", "10.1.2.3")]
    [InlineData("PUT", "10.1.2.3")]
    [InlineData("DELETE", "::ffff:10.1.2.3")]
    public async Task From_another_machine_the_policy_endpoint_is_not_found(string method, string from)
    {
        await using var gateway = Rig.Gateway(["http://127.0.0.1:9"]);

        var context = await gateway.Server.SendAsync(stranger =>
        {
            stranger.Request.Method = method;
            stranger.Request.Path = Address.OriginalString;
            // A client-supplied address is not trusted.
            stranger.Request.Headers["X-Forwarded-For"] = "127.0.0.1";
            stranger.Connection.RemoteIpAddress = IPAddress.Parse(from);
        });

        Assert.Equal(404, context.Response.StatusCode);
        var problem = await JsonSerializer.DeserializeAsync<JsonElement>(context.Response.Body);
        Assert.Equal("no-such-page", problem.GetProperty("code").GetString());
    }

    [Theory]
    [InlineData("GET")]
    [InlineData("PUT")]
    public async Task In_production_there_is_nothing(string method)
    {
        await using var gateway = Rig.Gateway(["http://127.0.0.1:9"]).WithWebHostBuilder(host => host.UseEnvironment("Production"));
        gateway.UseKestrel(0);
        using var http = gateway.CreateClient();
        using var request = new HttpRequestMessage(new HttpMethod(method), Address);

        using var answer = await http.SendAsync(request);

        await Rig.AssertProblemAsync(answer, HttpStatusCode.NotFound, "no-such-page");
    }

    [Fact]
    public async Task The_settings_select_the_initial_policy()
    {
        await using var gateway = Rig.ServedGateway(["http://127.0.0.1:9"], ("Gateway:Policy", "PowerOfTwoChoices"));
        using var http = gateway.CreateClient();

        Assert.Equal("PowerOfTwoChoices", await CurrentAsync(http));
    }

    [Fact]
    public async Task An_unknown_policy_setting_stops_the_start_and_is_quoted()
    {
        await using var gateway = Rig.Gateway(["http://127.0.0.1:9"], ("Gateway:Policy", "Fairest"));

        var error = Assert.ThrowsAny<Exception>(() => gateway.CreateClient());

        Assert.Contains("The setting Gateway:Policy must be one of", error.ToString(), StringComparison.Ordinal);
        Assert.Contains("not 'Fairest'", error.ToString(), StringComparison.Ordinal);
    }

    private static async Task<string?> CurrentAsync(HttpClient http) =>
        (await http.GetFromJsonAsync<JsonElement>(Address)).GetProperty("policy").GetString();

    private static async Task<string?> SwitchAsync(HttpClient http, string policy)
    {
        using var answer = await http.PutAsJsonAsync(Address, new { policy });
        Assert.Equal(HttpStatusCode.OK, answer.StatusCode);
        return (await answer.Content.ReadFromJsonAsync<JsonElement>()).GetProperty("policy").GetString();
    }
}
