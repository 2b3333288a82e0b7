using Dugout.Infrastructure.Run;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Diagnostics.HealthChecks;
using Microsoft.Extensions.Logging;
using Xunit;

namespace Dugout.AppHost.Tests.Infrastructure;

/// <summary>What is said of a program that ends instead of getting ready.</summary>
public sealed class ReadinessTests
{
    private static CancellationToken Stop => TestContext.Current.CancellationToken;

    [Theory]
    [InlineData("for n in 1 2 3 4 5 6 7; do echo line $n; done", "line 3 / line 4 / line 5 / line 6 / line 7")]
    [InlineData("echo starting; echo 'Unhandled exception. Why.'; for n in 1 2 3 4 5 6 7; do echo at $n; done", "Unhandled exception. Why. / at 1 / at 2 / at 3 / at 4")]
    [InlineData("true", "none.")]
    public async Task Of_a_program_that_fails_its_last_lines_are_told_of_a_crash_its_first(string script, string said)
    {
        var builder = AspireApplication.CreateBuilder();
        builder.Services.AddLogging(logging => logging.ClearProviders());
        // Without a check it would be ready as soon as it runs.
        builder.Services.AddHealthChecks().AddCheck("never", () => HealthCheckResult.Unhealthy());
        builder.AddExecutable("unwell", "bash", "/", "-c", $"{script}; exit 3").WithHealthCheck("never");
        await using var app = builder.Build();
        await app.StartAsync(Stop);

        Assert.Equal($"unwell could not start: exit code 3. Its last output: {said}", await Readiness.WaitAsync(app, Stop).WaitAsync(TimeSpan.FromSeconds(60), Stop));
    }
}
