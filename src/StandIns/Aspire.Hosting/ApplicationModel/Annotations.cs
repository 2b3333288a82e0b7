// What a builder call leaves on a resource, and the contexts its callbacks receive when the resource starts.
namespace Aspire.Hosting.ApplicationModel;

public sealed class ExecutableAnnotation : IResourceAnnotation
{
    public required string Command { get; set; }
    public required string WorkingDirectory { get; set; }
}

public class EnvironmentCallbackAnnotation(Func<EnvironmentCallbackContext, Task> callback) : IResourceAnnotation
{
    public Func<EnvironmentCallbackContext, Task> Callback { get; } = callback;
}

public class EnvironmentCallbackContext(
    DistributedApplicationExecutionContext executionContext,
    IResource resource,
    Dictionary<string, object>? environmentVariables = null,
    CancellationToken cancellationToken = default)
{
    public DistributedApplicationExecutionContext ExecutionContext { get; } = executionContext;
    public IResource Resource { get; } = resource;
    public Dictionary<string, object> EnvironmentVariables { get; } = environmentVariables ?? [];
    public CancellationToken CancellationToken { get; } = cancellationToken;
}

public class CommandLineArgsCallbackAnnotation(Func<CommandLineArgsCallbackContext, Task> callback) : IResourceAnnotation
{
    public Func<CommandLineArgsCallbackContext, Task> Callback { get; } = callback;
}

public sealed class CommandLineArgsCallbackContext(IList<object> args, IResource resource, CancellationToken cancellationToken = default)
{
    public IList<object> Args { get; } = args;
    public IResource Resource { get; } = resource;
    public CancellationToken CancellationToken { get; } = cancellationToken;
}

public class HealthCheckAnnotation(string key) : IResourceAnnotation
{
    public string Key { get; } = key;
}

public class ResourceSnapshotAnnotation(CustomResourceSnapshot initialSnapshot) : IResourceAnnotation
{
    public CustomResourceSnapshot InitialSnapshot { get; } = initialSnapshot;
}

public sealed class ResourceRelationshipAnnotation(IResource resource, string type) : IResourceAnnotation
{
    public IResource Resource { get; } = resource;
    public string Type { get; } = type;
}

public sealed class WaitAnnotation(IResource resource, WaitType waitType, int exitCode = 0) : IResourceAnnotation
{
    public IResource Resource { get; } = resource;
    public WaitType WaitType { get; } = waitType;
    public int ExitCode { get; } = exitCode;
}

public sealed class ExplicitStartupAnnotation : IResourceAnnotation;

public enum WaitType { WaitUntilHealthy, WaitForCompletion }
