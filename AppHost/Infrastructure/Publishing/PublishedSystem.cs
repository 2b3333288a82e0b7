using System.Globalization;
using System.Text.RegularExpressions;
using Dugout.Infrastructure.Processes;
using Dugout.Infrastructure.Run;
using Dugout.Infrastructure.Servers;
using Dugout.Infrastructure.Servers.Galera;
using Dugout.Infrastructure.Servers.MariaDb;
using Dugout.Infrastructure.Servers.Redis;

namespace Dugout.Infrastructure.Publishing;

/// <summary>
/// The model described by <c>AppHost.cs</c>, read for other machines: every resource with its environment, endpoints, health and order from its
/// annotations. Nothing is started; addresses are those of services in a network. The model is the only description of the system.
/// </summary>
/// <param name="Services">In the order of the model.</param>
internal sealed partial record PublishedSystem(IReadOnlyList<PublishedService> Services)
{
    /// <summary>Whether its database or its Redis is a cluster.</summary>
    public bool IsCluster => Services.Any(service => service.Group is not null);

    /// <summary>The service that creates the first data of the database's cluster; null where the database is no cluster.</summary>
    public PublishedService? Bootstrap => Services.FirstOrDefault(service => service.Kind == ServiceKind.GaleraBootstrap);

    /// <summary>Port of programs in their containers: the default of .NET's official images.</summary>
    private const int ProgramPort = 8080;

    /// <summary>Variables that apply only on this machine; images and orchestrators set their own.</summary>
    private static readonly string[] OfThisMachine = ["ASPNETCORE_ENVIRONMENT", "DOTNET_ENVIRONMENT", "DOTNET_LAUNCH_PROFILE", "ASPNETCORE_URLS", "HTTP_PORTS", "DOTNET_SYSTEM_CONSOLE_ALLOW_ANSI_COLOR_REDIRECTION", "LOGGING__CONSOLE__FORMATTERNAME"];

    /// <summary>Reads the model.</summary>
    /// <param name="builder">The application, described but not built.</param>
    /// <param name="checkout">The folder that contains the projects.</param>
    /// <param name="cancellation">Cancels.</param>
    public static async Task<PublishedSystem> ReadAsync(IDistributedApplicationBuilder builder, string checkout, CancellationToken cancellation = default)
    {
        // Resources that are started by hand are not published.
        var names = builder.Resources.Where(resource => !resource.TryGetLastAnnotation<ExplicitStartupAnnotation>(out _)).ToDictionary(resource => resource, resource => ServiceOf(resource, builder.Resources));
        foreach (var (resource, name) in names)
        {
            foreach (var endpoint in resource.Annotations.OfType<EndpointAnnotation>())
                endpoint.AllocatedEndpoint = new AllocatedEndpoint(endpoint, PublishedService.HostOf(name, GroupOf(resource)), PortOf(resource));
        }

        List<PublishedService> services = [];
        foreach (var (name, members) in names.GroupBy(pair => pair.Value, pair => pair.Key).Select(group => (group.Key, group.ToList())))
            services.Add(await ReadAsync(name, members, names, builder, checkout, cancellation));
        var simulators = services.Where(service => service.IsSimulator).Select(service => $"http://{service.Name}:{service.Port}").ToList();
        foreach (var service in services)
        {
            foreach (var (variable, value) in service.Environment.Where(pair => simulators.Contains(pair.Value)).ToList())
                service.Environment[variable] = Variables.Partners;
        }

        return new(WithNodes(services));
    }

    /// <summary>Gives each server of a cluster the names of all nodes, and a Galera cluster the service that creates its first data.</summary>
    private static List<PublishedService> WithNodes(List<PublishedService> services)
    {
        if (services.Find(service => service.Kind == ServiceKind.GaleraNode) is { } first)
            services.Insert(services.IndexOf(first), first with { Name = $"{first.Group}-bootstrap", Kind = ServiceKind.GaleraBootstrap, Port = null });
        return services.ConvertAll(service => service.Group is not { } group
            ? service
            : service with { Nodes = [.. services.Where(node => node.Group == group && !node.IsOneShot).Select(node => node.Host)] });
    }

    private static async Task<PublishedService> ReadAsync(
        string name, List<IResource> members, Dictionary<IResource, string> names, IDistributedApplicationBuilder builder, string checkout, CancellationToken cancellation)
    {
        var first = members[0];
        var waits = first.Waits().ToList();
        var followed = first is MySqlServerResource { Program: not GaleraProgram } ? waits.Find(wait => wait.Resource is MySqlServerResource)?.Resource : null;
        var kind = first switch
        {
            MySqlServerResource { Program: GaleraProgram } => ServiceKind.GaleraNode,
            MySqlServerResource => followed is null ? ServiceKind.Primary : ServiceKind.Replica,
            RedisServerResource redis => redis.Purpose == RedisPurpose.Cache ? ServiceKind.RedisCache : ServiceKind.Redis,
            RedisNodeResource => ServiceKind.RedisNode,
            RedisClusterResource => ServiceKind.RedisCreate,
            ProjectResource => builder.Resources.Jobs().Contains(first) ? ServiceKind.Job : ServiceKind.Program,
            _ => throw new StartFailedException($"--operation publish: '{first.Name}' cannot be published, because there is no container definition for its type."),
        };
        // What makes a cluster of the Redis nodes waits for them itself: they are healthy as a cluster only.
        IReadOnlyList<string> Waited(Func<WaitAnnotation, bool> how) => kind == ServiceKind.RedisCreate ? [] : [.. waits.Where(how).Select(wait => names[wait.Resource]).Distinct()];
        var service = new PublishedService(name, kind)
        {
            Count = members.Count,
            WaitsFor = Waited(wait => wait.WaitType == WaitType.WaitUntilHealthy && wait.Resource is not RedisClusterResource),
            WaitsForStartOf = Waited(wait => wait.WaitType == WaitType.WaitUntilStarted),
            WaitsForEndOf = Waited(wait => wait.WaitType == WaitType.WaitForCompletion || wait.Resource is RedisClusterResource),
            Group = GroupOf(first),
            Port = first.Annotations.OfType<EndpointAnnotation>().Any() ? PortOf(first) : null,
            OutsidePort = first.Annotations.OfType<EndpointAnnotation>().FirstOrDefault(endpoint => endpoint.IsExternal) is { } door ? door.Port ?? ProgramPort : null,
            Ready = first.Annotations.OfType<HealthCheckAnnotation>().Select(check => HttpCheck().Match(check.Key)).FirstOrDefault(match => match.Success)?.Groups["path"].Value,
            IsSimulator = first.Annotations.OfType<SimulatorAnnotation>().Any(),
            Follows = followed is null ? null : names[followed],
        };
        if (first is not ProjectResource project)
            return service;

        var file = project.GetProjectMetadata().ProjectPath;
        var environment = await EnvironmentAsync(project, names, cancellation);
        return service with
        {
            Project = Path.GetRelativePath(checkout, Path.GetDirectoryName(file)!).Replace('\\', '/'),
            Program = $"Dugout.{Path.GetFileNameWithoutExtension(file)}.dll",
            Environment = environment,
            HasKeys = environment.ContainsValue(ServerInfrastructure.Of(builder).Folder.Keys),
        };
    }

    private static async Task<SortedDictionary<string, string>> EnvironmentAsync(
        ProjectResource project, Dictionary<IResource, string> names, CancellationToken cancellation)
    {
        var context = new EnvironmentCallbackContext(
            new DistributedApplicationExecutionContext(DistributedApplicationOperation.Publish), project, cancellationToken: cancellation);
        foreach (var annotation in project.Annotations.OfType<EnvironmentCallbackAnnotation>().ToList())
            await annotation.Callback(context);

        var services = names.ToDictionary(pair => pair.Key.Name, pair => pair.Value);
        SortedDictionary<string, string> environment = new(StringComparer.Ordinal);
        foreach (var (variable, value) in context.EnvironmentVariables.Where(pair => !OfThisMachine.Contains(pair.Key) && !pair.Key.StartsWith("OTEL_", StringComparison.Ordinal)))
        {
            var text = value switch
            {
                string words => words,
                IValueProvider provider => await provider.GetValueAsync(cancellation) ?? "",
                _ => Convert.ToString(value, CultureInfo.InvariantCulture) ?? "",
            };
            // A value equal to the instance's own name is omitted for one of several: elsewhere the orchestrator assigns the names.
            var isOwnName = text == project.Name && names[project] != project.Name;
            if (isOwnName)
                continue;
            // Variables of the numbered resources are merged into one of their common service.
            environment[string.Join("__", variable.Split("__").Select(part => services.GetValueOrDefault(part, part)))] = text;
        }

        return environment;
    }

    /// <summary>Numbered resources of one project become one service, with as many instances.</summary>
    private static string ServiceOf(IResource resource, IResourceCollection all) =>
        resource is ProjectResource project && Numbered().Match(project.Name) is { Success: true } numbered
            && all.OfType<ProjectResource>().Where(other => Numbered().Match(other.Name) is { Success: true } match && match.Groups["name"].Value == numbered.Groups["name"].Value)
                .All(other => other.GetProjectMetadata().ProjectPath == project.GetProjectMetadata().ProjectPath)
            ? numbered.Groups["name"].Value
            : resource is RedisClusterResource ? $"{resource.Name}-{RedisClusterContainer.Create}" : resource.Name;

    /// <summary>Returns the name of the cluster to which a resource belongs.</summary>
    private static string? GroupOf(IResource resource) => resource switch
    {
        MySqlServerResource { Program: GaleraProgram } or RedisNodeResource => Numbered().Match(resource.Name).Groups["name"].Value,
        RedisClusterResource => resource.Name,
        _ => null,
    };

    private static int PortOf(IResource resource) => resource switch
    {
        MySqlServerResource => MariaDbEngine.ContainerPort,
        RedisServerResource or RedisNodeResource => RedisFiles.ContainerPort,
        _ => ProgramPort,
    };

    [GeneratedRegex(@"^(?<name>[a-z][a-z-]*)-\d+$")]
    private static partial Regex Numbered();

    /// <summary>The name of a check added by <c>WithHttpHealthCheck</c>.</summary>
    [GeneratedRegex(@"^.+?_.+?_(?<path>/[^_]*)_200_check$")]
    private static partial Regex HttpCheck();
}
