using System.Reflection;

namespace Dugout.Infrastructure.Run;

/// <summary>Creates the builders of Aspire applications: the system itself, and the parts of it that tests and the load lab start.</summary>
public static class AspireApplication
{
    /// <summary>Creates a builder whose application runs on loopback without certificates and leaves no process behind.</summary>
    /// <param name="appHost">The AppHost's assembly, whose folder is the base of relative project paths; null where there are none.</param>
    /// <param name="dashboard">Whether the dashboard is started.</param>
    public static IDistributedApplicationBuilder CreateBuilder(Assembly? appHost = null, bool dashboard = false)
    {
        var builder = DistributedApplication.CreateBuilder(new DistributedApplicationOptions
        {
            Args = [],
            AssemblyName = (appHost ?? typeof(AspireApplication).Assembly).GetName().Name,
            DisableDashboard = !dashboard,
            AllowUnsecuredTransport = true,
        });
        foreach (var (name, value) in Settings)
            builder.Configuration[name] ??= value;
        return builder;
    }

    /// <summary>The program of Aspire's orchestrator, in the package folder of the user who built this.</summary>
    internal static string OrchestratorPath => Recorded("aspire:dcp") ?? "dcp";

    private static Dictionary<string, string?> Settings => new()
    {
        // Everything listens on loopback; a certificate would have to be created and trusted first.
        ["ASPIRE_ALLOW_UNSECURED_TRANSPORT"] = "true",
        ["ASPNETCORE_URLS"] = "http://127.0.0.1:0",
        // Otherwise each start queries the Internet for a newer Aspire.
        ["ASPIRE_VERSION_CHECK_DISABLED"] = "true",
        // Otherwise the AppHost exits about two seconds after the stop request, while its programs may still run.
        ["DcpPublisher:WaitForResourceCleanup"] = "true",
        ["DcpPublisher:CliPath"] = Recorded("aspire:dcp"),
        ["DcpPublisher:DashboardPath"] = Recorded("aspire:dashboard"),
        ["Logging:LogLevel:Default"] = "Warning",
        // The dashboard and the ready table show the health of a program; each failed probe would log a stack trace here.
        ["Logging:LogLevel:Microsoft.Extensions.Diagnostics.HealthChecks"] = "None",
        // Both warn that there is no certificate to protect what never leaves loopback.
        ["Logging:LogLevel:Aspire.Hosting.Dcp.DcpHost"] = "Error",
        ["Logging:LogLevel:Microsoft.AspNetCore.DataProtection"] = "Error",
        // Says where the dashboard is.
        ["Logging:LogLevel:Aspire.Hosting.DistributedApplication"] = "Information",
    };

    private static string? Recorded(string name) =>
        typeof(AspireApplication).Assembly.GetCustomAttributes<AssemblyMetadataAttribute>().FirstOrDefault(note => note.Key == name)?.Value;
}
