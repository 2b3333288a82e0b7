using System.Security.Cryptography;
using Aspire.Hosting.ApplicationModel;

namespace Dugout.ResourceService;

/// <summary>
/// What the dashboard calls resources. A project sends telemetry, which joins its row when the row is called <c>service name-instance</c>; so projects get one
/// instance for the whole run, also when they are started again. Everything else has its own name.
/// </summary>
internal sealed class ResourceNames
{
    /// <summary>The dashboard itself, as a resource.</summary>
    public const string Dashboard = "dashboard";

    private const string Attributes = "OTEL_RESOURCE_ATTRIBUTES";

    private readonly string _instance = RandomNumberGenerator.GetHexString(8, lowercase: true);

    /// <summary>The name of a resource's row.</summary>
    public string Of(IResource resource) => resource is ProjectResource ? $"{resource.Name}-{_instance}" : resource.Name;

    /// <summary>Tells a project that sends telemetry which instance it is.</summary>
    public void Tell(IResource resource)
    {
        if (resource is not ProjectResource)
            return;
        resource.Annotations.Add(new EnvironmentCallbackAnnotation(context =>
        {
            if (context.EnvironmentVariables.ContainsKey(Attributes))
                context.EnvironmentVariables[Attributes] = $"service.instance.id={_instance}";
            return Task.CompletedTask;
        }));
    }
}
