using System.Globalization;
using Dugout.Infrastructure.Commands;

namespace Dugout.Infrastructure;

/// <summary>The settings of our services, in words: each verb says what a program is given, not under which name.</summary>
public static class DugoutExtensions
{
    /// <summary>Says what the migrator fills a fresh database with.</summary>
    public static IResourceBuilder<ProjectResource> WithSeed(this IResourceBuilder<ProjectResource> migrator, AppHostSettings settings)
    {
        ArgumentNullException.ThrowIfNull(settings);
        return migrator
            .WithEnvironment("Seed__Accounts", settings.Accounts.ToString(CultureInfo.InvariantCulture))
            .WithEnvironment("Seed__Volume", settings.Volume)
            .WithEnvironment("Seed__Season", settings.Season?.ToString(CultureInfo.InvariantCulture) ?? "");
    }

    /// <summary>Gives a program the folder whose keys protect access tokens: one for all, so that each accepts what another gave out.</summary>
    public static IResourceBuilder<ProjectResource> WithKeyRing(this IResourceBuilder<ProjectResource> program)
    {
        ArgumentNullException.ThrowIfNull(program);
        return program.WithEnvironment("Keys__Folder", program.ApplicationBuilder.KeyFolder());
    }

    /// <summary>Where those keys lie.</summary>
    public static string KeyFolder(this IDistributedApplicationBuilder builder) => ServerExtensions.RunFolderOf(builder).In("keys");

    /// <summary>Opens the gateway where the settings say.</summary>
    public static IResourceBuilder<ProjectResource> WithFrontDoor(this IResourceBuilder<ProjectResource> gateway, AppHostSettings settings)
    {
        ArgumentNullException.ThrowIfNull(settings);
        return gateway
            .WithHttpEndpoint(port: settings.Port > 0 ? settings.Port : settings.Operation == AppHostOperation.Run ? Ports.Pick() : null, isProxied: false)
            .WithEndpoint("http", endpoint => endpoint.IsExternal = true)
            .OnLoopback()
            .WithPolicyCommands();
    }

    /// <summary>Adds the load lab, which waits until somebody has it push load through the gateway.</summary>
    public static IResourceBuilder<ProjectResource> AddLoadLab(this IDistributedApplicationBuilder builder, string name, IResourceBuilder<ProjectResource> gateway)
    {
        ArgumentNullException.ThrowIfNull(builder);
        ArgumentNullException.ThrowIfNull(gateway);
        // By its path: it refers to the AppHost, so the AppHost can't refer to it.
        return LoadRunCommands.Add(builder, name, "../load/Load.csproj", gateway);
    }

    /// <summary>Opens a program for http on a free port of its own.</summary>
    public static IResourceBuilder<ProjectResource> WithHttp(this IResourceBuilder<ProjectResource> program) =>
        program.WithHttpEndpoint(port: Ports.Pick(), isProxied: false).OnLoopback();

    /// <summary>By address: the name localhost may mean ::1 to a client and 127.0.0.1 to a server.</summary>
    private static IResourceBuilder<ProjectResource> OnLoopback(this IResourceBuilder<ProjectResource> program) =>
        program.WithEndpoint("http", endpoint => endpoint.TargetHost = "127.0.0.1");

    /// <summary>Tells the partners where the shop wants to hear of what they decide. They are of other houses, so here they are simulated.</summary>
    public static IResourceBuilder<ProjectResource> WithCallbacksTo(
        this IResourceBuilder<ProjectResource> partners, IResourceBuilder<ProjectResource> shop)
    {
        ArgumentNullException.ThrowIfNull(shop);
        return partners.WithAnnotation(new Publishing.SimulatorAnnotation()).WithEnvironment("Callbacks__Address", shop.GetEndpoint("http"));
    }

    /// <summary>Tells a program where payments are asked for.</summary>
    public static IResourceBuilder<ProjectResource> WithPaymentPartner(
        this IResourceBuilder<ProjectResource> program, IResourceBuilder<ProjectResource> partners)
    {
        ArgumentNullException.ThrowIfNull(partners);
        return program.WithEnvironment("Orders__Partner", partners.GetEndpoint("http"));
    }

    /// <summary>Tells a program where pictures lie.</summary>
    public static IResourceBuilder<ProjectResource> WithPictureStore(
        this IResourceBuilder<ProjectResource> program, IResourceBuilder<ProjectResource> partners)
    {
        ArgumentNullException.ThrowIfNull(partners);
        return program.WithEnvironment("Feed__Pictures", partners.GetEndpoint("http"));
    }

    /// <summary>Tells a program who carries its mail.</summary>
    public static IResourceBuilder<ProjectResource> WithMailPartner(
        this IResourceBuilder<ProjectResource> program, IResourceBuilder<ProjectResource> partners)
    {
        ArgumentNullException.ThrowIfNull(partners);
        return program.WithEnvironment("Mail__Partner", partners.GetEndpoint("http"));
    }

    /// <summary>Tells a program who shows notices on devices.</summary>
    public static IResourceBuilder<ProjectResource> WithPushPartner(
        this IResourceBuilder<ProjectResource> program, IResourceBuilder<ProjectResource> partners)
    {
        ArgumentNullException.ThrowIfNull(partners);
        return program.WithEnvironment("Notices__Partner", partners.GetEndpoint("http"));
    }

    /// <summary>
    /// Adds a replica to those the gateway spreads requests over. Published, all of them lie behind one name, which it looks up again and again, and
    /// it asks them over the system's own network, not from this machine.
    /// </summary>
    public static IResourceBuilder<ProjectResource> WithDestination(
        this IResourceBuilder<ProjectResource> gateway, IResourceBuilder<ProjectResource> replica)
    {
        ArgumentNullException.ThrowIfNull(replica);
        replica.WhenPublished("TrustedProxies__0", Publishing.Variables.Network);
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
