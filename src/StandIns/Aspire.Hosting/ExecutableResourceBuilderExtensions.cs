// Programs: any executable by its command line, and .NET projects by their project file.
using Aspire.Hosting.ApplicationModel;
using Aspire.Hosting.Running;

namespace Aspire.Hosting;

public static class ExecutableResourceBuilderExtensions
{
    public static IResourceBuilder<ExecutableResource> AddExecutable(this IDistributedApplicationBuilder builder,
        string name, string command, string workingDirectory, params string[]? args) =>
        builder.AddExecutable(name, command, workingDirectory, (object[]?)args);

    public static IResourceBuilder<ExecutableResource> AddExecutable(this IDistributedApplicationBuilder builder,
        string name, string command, string workingDirectory, params object[]? args) =>
        builder.AddResource(new ExecutableResource(name, command, Path.GetFullPath(workingDirectory, builder.AppHostDirectory))).WithArgs(args ?? []);
}

public interface IProjectMetadata : IResourceAnnotation
{
    string ProjectPath { get; }
}

internal sealed record ProjectMetadata(string ProjectPath) : IProjectMetadata;

public static class ProjectResourceBuilderExtensions
{
    /// <summary>Launch settings aren't read: endpoints are those the AppHost declares.</summary>
    public static IResourceBuilder<ProjectResource> AddProject(this IDistributedApplicationBuilder builder, string name, string projectPath)
    {
        var project = builder.AddResource(new ProjectResource(name))
            .WithAnnotation(new ProjectMetadata(Path.GetFullPath(projectPath, builder.AppHostDirectory)));
        return project.WithEnvironment(context =>
        {
            context.EnvironmentVariables["ASPNETCORE_ENVIRONMENT"] = "Development";
            context.EnvironmentVariables["DOTNET_ENVIRONMENT"] = "Development";
            var urls = project.Resource.GetEndpoints().Where(endpoint => endpoint.Scheme is "http" or "https").Select(endpoint => endpoint.Url).ToArray();
            if (urls.Length > 0)
                context.EnvironmentVariables["ASPNETCORE_URLS"] = string.Join(';', urls);
            Dashboard.AddTelemetryVariables(builder, context);
        });
    }
}
