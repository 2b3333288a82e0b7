using System.Globalization;
using Dugout.Infrastructure.Commands;
using Dugout.Infrastructure.Processes;
using Dugout.Infrastructure.Publishing;
using Dugout.Infrastructure.Run;
using Dugout.Infrastructure.Servers;

namespace Dugout.Infrastructure.Model;

/// <summary>Settings of the services as extension methods, which hide the names of the settings.</summary>
public static class DugoutExtensions
{
    /// <summary>Configures the data with which the migrator seeds an empty database. Fans of a published system have a password that only its operator knows.</summary>
    public static IResourceBuilder<ProjectResource> WithSeed(this IResourceBuilder<ProjectResource> migrator, AppHostSettings settings)
    {
        ArgumentNullException.ThrowIfNull(settings);
        if (settings.Accounts > 0)
            migrator.WhenPublished("Seed__FanPassword", Variables.FanPassword);
        return migrator
            .WithEnvironment("Seed__Accounts", settings.Accounts.ToString(CultureInfo.InvariantCulture))
            .WithEnvironment("Seed__Volume", settings.Volume)
            .WithEnvironment("Seed__Season", settings.Season?.ToString(CultureInfo.InvariantCulture) ?? "");
    }

    /// <summary>Configures the folder with the keys of access tokens: one for all programs, so that each accepts the tokens of the others.</summary>
    public static IResourceBuilder<ProjectResource> WithKeyRing(this IResourceBuilder<ProjectResource> program)
    {
        ArgumentNullException.ThrowIfNull(program);
        return program.WithEnvironment("Keys__Folder", program.ApplicationBuilder.KeyFolder());
    }

    /// <summary>Returns the folder of these keys.</summary>
    public static string KeyFolder(this IDistributedApplicationBuilder builder) => ServerInfrastructure.Of(builder).Folder.Keys;

    /// <summary>Opens the gateway on the port of the settings.</summary>
    public static IResourceBuilder<ProjectResource> WithFrontDoor(this IResourceBuilder<ProjectResource> gateway, AppHostSettings settings)
    {
        ArgumentNullException.ThrowIfNull(settings);
        return gateway
            .WithHttpEndpoint(port: settings.Port > 0 ? settings.Port : settings.Operation == AppHostOperation.Run ? Ports.Pick() : null, isProxied: false)
            .WithEndpoint("http", endpoint => endpoint.IsExternal = true)
            .OnLoopback()
            .WithPolicyCommands();
    }

    /// <summary>Adds the load lab, which is started by hand and sends load through the gateway.</summary>
    public static IResourceBuilder<ProjectResource> AddLoadLab(this IDistributedApplicationBuilder builder, string name, IResourceBuilder<ProjectResource> gateway)
    {
        ArgumentNullException.ThrowIfNull(builder);
        ArgumentNullException.ThrowIfNull(gateway);
        // Added by path: it refers to the AppHost, so the AppHost cannot refer to it.
        return LoadRunCommands.Add(builder, name, "../load/Load.csproj", gateway);
    }

    /// <summary>Gives a program an http endpoint on a free port.</summary>
    public static IResourceBuilder<ProjectResource> WithHttp(this IResourceBuilder<ProjectResource> program) =>
        program.WithHttpEndpoint(port: Ports.Pick(), isProxied: false).OnLoopback();

    /// <summary>Uses the IP address: localhost may mean ::1 to a client and 127.0.0.1 to a server.</summary>
    private static IResourceBuilder<ProjectResource> OnLoopback(this IResourceBuilder<ProjectResource> program) =>
        program.WithEndpoint("http", endpoint => endpoint.TargetHost = "127.0.0.1");

    /// <summary>Configures the address to which the partners send callbacks. The partners are external services, so here they are simulated.</summary>
    public static IResourceBuilder<ProjectResource> WithCallbacksTo(
        this IResourceBuilder<ProjectResource> partners, IResourceBuilder<ProjectResource> shop)
    {
        ArgumentNullException.ThrowIfNull(shop);
        return partners.WithAnnotation(new SimulatorAnnotation()).WithEnvironment("Callbacks__Address", shop.GetEndpoint("http"));
    }

    /// <summary>Configures a program's address of the payment partner.</summary>
    public static IResourceBuilder<ProjectResource> WithPaymentPartner(
        this IResourceBuilder<ProjectResource> program, IResourceBuilder<ProjectResource> partners)
    {
        ArgumentNullException.ThrowIfNull(partners);
        return program.WithEnvironment("Orders__Partner", partners.GetEndpoint("http"));
    }

    /// <summary>Configures a program's address of the picture store.</summary>
    public static IResourceBuilder<ProjectResource> WithPictureStore(
        this IResourceBuilder<ProjectResource> program, IResourceBuilder<ProjectResource> partners)
    {
        ArgumentNullException.ThrowIfNull(partners);
        return program.WithEnvironment("Feed__Pictures", partners.GetEndpoint("http"));
    }

    /// <summary>Configures a program's address of the mail partner.</summary>
    public static IResourceBuilder<ProjectResource> WithMailPartner(
        this IResourceBuilder<ProjectResource> program, IResourceBuilder<ProjectResource> partners)
    {
        ArgumentNullException.ThrowIfNull(partners);
        return program.WithEnvironment("Mail__Partner", partners.GetEndpoint("http"));
    }

    /// <summary>Configures a program's address of the push partner.</summary>
    public static IResourceBuilder<ProjectResource> WithPushPartner(
        this IResourceBuilder<ProjectResource> program, IResourceBuilder<ProjectResource> partners)
    {
        ArgumentNullException.ThrowIfNull(partners);
        return program.WithEnvironment("Notices__Partner", partners.GetEndpoint("http"));
    }

    /// <summary>
    /// Adds a replica to the gateway's destinations. In a published system all replicas share one DNS name, which the gateway resolves repeatedly, and
    /// it calls them over the system's own network, not from this machine.
    /// </summary>
    public static IResourceBuilder<ProjectResource> WithDestination(
        this IResourceBuilder<ProjectResource> gateway, IResourceBuilder<ProjectResource> replica)
    {
        ArgumentNullException.ThrowIfNull(replica);
        replica.WhenPublished("TrustedProxies__0", Variables.Network);
        return gateway
            .WithEnvironment($"ReverseProxy__Clusters__api__Destinations__{replica.Resource.Name}__Address", replica.GetEndpoint("http"))
            .WhenPublished("Replicas__LookUpSeconds", "2");
    }

    private static IResourceBuilder<ProjectResource> WhenPublished(this IResourceBuilder<ProjectResource> program, string name, string value) =>
        program.WithEnvironment(context =>
        {
            if (context.ExecutionContext.IsPublishMode)
                context.EnvironmentVariables[name] = value;
        });
}
