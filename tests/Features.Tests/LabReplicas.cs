using Dugout.Faults.Injection;
using Microsoft.AspNetCore.Mvc.Testing;
using Microsoft.AspNetCore.TestHost;

namespace Dugout.Features.Tests;

/// <summary>Replicas that differ from the product as arms of the load lab do.</summary>
internal static class LabReplicas
{
    /// <summary>The same replica with services replaced, by the names that <c>tests/Faults</c> has for that.</summary>
    public static WebApplicationFactory<Program> With(this WebApplicationFactory<Program> replica, params string[] replacements) =>
        replica.WithWebHostBuilder(host => host.ConfigureTestServices(services =>
        {
            foreach (var name in replacements)
                LabReplacements.All[name](services);
        }));
}
