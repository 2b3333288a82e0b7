using System.Net;
using System.Net.Http.Json;

namespace Dugout.Infrastructure.Commands;

/// <summary>Switches the gateway's load-balancing policy while it runs, with its endpoint <c>PUT /_gateway/policy</c>.</summary>
internal static class PolicyCommands
{
    private const string Path = "/_gateway/policy";

    /// <summary>Number of characters of an unexpected response to quote, enough to identify its sender.</summary>
    private const int EnoughOfAnAnswer = 200;

    /// <summary>YARP's policy names, each with the name of its command.</summary>
    private static readonly (string Policy, string Command)[] Policies =
    [
        ("RoundRobin", "round-robin"), ("LeastRequests", "least-requests"), ("PowerOfTwoChoices", "power-of-two-choices"), ("Random", "random"),
    ];

    private static readonly HttpClient Client = new(new SocketsHttpHandler { UseProxy = false, AllowAutoRedirect = false }) { Timeout = TimeSpan.FromSeconds(5) };

    /// <summary>Adds a command for each policy.</summary>
    public static IResourceBuilder<ProjectResource> WithPolicyCommands(this IResourceBuilder<ProjectResource> gateway)
    {
        foreach (var (policy, command) in Policies)
        {
            gateway.WithCommand($"balance-{command}", $"Balance by {policy}", context => SwitchAsync(gateway.GetEndpoint("http").Url, policy, context.CancellationToken), new CommandOptions
            {
                IconName = "ArrowShuffle",
                UpdateState = ProcessCommands.When(KnownResourceStates.Running),
            });
        }

        return gateway;
    }

    /// <summary>Sends a gateway the request to switch its policy.</summary>
    internal static async Task<ExecuteCommandResult> SwitchAsync(string gateway, string policy, CancellationToken cancellation)
    {
        try
        {
            using var answer = await Client.PutAsJsonAsync(new Uri(new Uri(gateway), Path), new { policy }, cancellation);
            if (answer.IsSuccessStatusCode)
                return CommandResult.Done($"The gateway balances by {policy}.");
            if (answer.StatusCode is HttpStatusCode.NotFound or HttpStatusCode.MethodNotAllowed)
                return CommandResult.Failed($"This gateway has no {Path}; set its policy with Gateway:Policy and restart it.");
            var text = await answer.Content.ReadAsStringAsync(cancellation);
            return CommandResult.Failed($"The gateway responded with status {(int)answer.StatusCode}: {text[..Math.Min(text.Length, EnoughOfAnAnswer)]}");
        }
        catch (HttpRequestException away)
        {
            return CommandResult.Failed($"The gateway is unavailable: {away.Message}");
        }
        catch (TaskCanceledException) when (!cancellation.IsCancellationRequested)
        {
            return CommandResult.Failed($"The gateway did not respond within {Client.Timeout.TotalSeconds} s.");
        }
    }
}
