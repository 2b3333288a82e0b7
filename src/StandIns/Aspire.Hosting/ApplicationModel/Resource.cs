// The nouns of the model: resources, what they can do, and the builder that annotates them.
using System.Collections.ObjectModel;

namespace Aspire.Hosting.ApplicationModel;

public interface IResource
{
    string Name { get; }
    ResourceAnnotationCollection Annotations { get; }
}

public interface IResourceAnnotation;

public sealed class ResourceAnnotationCollection : Collection<IResourceAnnotation>;

public interface IResourceCollection : IList<IResource>;

internal sealed class ResourceCollection : Collection<IResource>, IResourceCollection;

public interface IResourceWithArgs : IResource;

public interface IResourceWithEndpoints : IResource;

public interface IResourceWithEnvironment : IResource;

public interface IResourceWithWaitSupport : IResource;

public interface IResourceWithParent : IResource
{
    IResource Parent { get; }
}

public interface IResourceWithParent<out T> : IResourceWithParent where T : IResource
{
    new T Parent { get; }

    IResource IResourceWithParent.Parent => Parent;
}

public interface IManifestExpressionProvider
{
    string ValueExpression { get; }
}

public interface IValueProvider
{
    ValueTask<string?> GetValueAsync(CancellationToken cancellationToken = default);
}

public interface IResourceWithConnectionString : IResource, IManifestExpressionProvider, IValueProvider
{
    ReferenceExpression ConnectionStringExpression { get; }

    string? ConnectionStringEnvironmentVariable => null;

    string IManifestExpressionProvider.ValueExpression => $"{{{Name}.connectionString}}";

    ValueTask<string?> GetConnectionStringAsync(CancellationToken cancellationToken = default) =>
        ConnectionStringExpression.GetValueAsync(cancellationToken);

    ValueTask<string?> IValueProvider.GetValueAsync(CancellationToken cancellationToken) => GetConnectionStringAsync(cancellationToken);
}

public abstract class Resource : IResource
{
    protected Resource(string name)
    {
        ArgumentException.ThrowIfNullOrWhiteSpace(name);
        if (name.Length > 64 || !char.IsAsciiLetter(name[0]) || name.EndsWith('-') || name.Contains("--", StringComparison.Ordinal)
            || !name.All(c => char.IsAsciiLetterOrDigit(c) || c == '-'))
            throw new ArgumentException($"Resource name '{name}' is invalid: letters, digits and single hyphens, beginning with a letter, at most 64 characters.", nameof(name));
        Name = name;
    }

    public virtual string Name { get; }

    public virtual ResourceAnnotationCollection Annotations { get; } = [];
}

public class ExecutableResource : Resource, IResourceWithEnvironment, IResourceWithArgs, IResourceWithEndpoints, IResourceWithWaitSupport
{
    public ExecutableResource(string name, string command, string workingDirectory) : base(name) =>
        Annotations.Add(new ExecutableAnnotation { Command = command, WorkingDirectory = workingDirectory });

    public string Command => Annotations.OfType<ExecutableAnnotation>().Last().Command;

    public string WorkingDirectory => Annotations.OfType<ExecutableAnnotation>().Last().WorkingDirectory;
}

public class ProjectResource(string name) : Resource(name),
    IResourceWithEnvironment, IResourceWithArgs, IResourceWithServiceDiscovery, IResourceWithWaitSupport;

public class DistributedApplicationModel(IResourceCollection resources)
{
    public IResourceCollection Resources { get; } = resources;
}

public enum ResourceAnnotationMutationBehavior { Append, Replace }

public interface IResourceBuilder<out T> where T : IResource
{
    IDistributedApplicationBuilder ApplicationBuilder { get; }
    T Resource { get; }

    IResourceBuilder<T> WithAnnotation<TAnnotation>(TAnnotation annotation, ResourceAnnotationMutationBehavior behavior = ResourceAnnotationMutationBehavior.Append)
        where TAnnotation : IResourceAnnotation;

    IResourceBuilder<T> WithAnnotation<TAnnotation>(ResourceAnnotationMutationBehavior behavior = ResourceAnnotationMutationBehavior.Append)
        where TAnnotation : IResourceAnnotation, new() => WithAnnotation(new TAnnotation(), behavior);
}

internal sealed class ResourceBuilder<T>(IDistributedApplicationBuilder applicationBuilder, T resource) : IResourceBuilder<T> where T : IResource
{
    public IDistributedApplicationBuilder ApplicationBuilder { get; } = applicationBuilder;

    public T Resource { get; } = resource;

    public IResourceBuilder<T> WithAnnotation<TAnnotation>(TAnnotation annotation, ResourceAnnotationMutationBehavior behavior)
        where TAnnotation : IResourceAnnotation
    {
        if (behavior == ResourceAnnotationMutationBehavior.Replace)
        {
            foreach (var old in Resource.Annotations.OfType<TAnnotation>().ToArray())
                Resource.Annotations.Remove(old);
        }

        Resource.Annotations.Add(annotation);
        return this;
    }
}

public static class ResourceExtensions
{
    public static EndpointReference GetEndpoint(this IResourceWithEndpoints resource, string endpointName) => new(resource, endpointName);

    public static IEnumerable<EndpointReference> GetEndpoints(this IResourceWithEndpoints resource) =>
        resource.Annotations.OfType<EndpointAnnotation>().Select(annotation => new EndpointReference(resource, annotation));

    public static bool TryGetLastAnnotation<T>(this IResource resource, [System.Diagnostics.CodeAnalysis.NotNullWhen(true)] out T? annotation)
        where T : IResourceAnnotation
    {
        annotation = resource.Annotations.OfType<T>().LastOrDefault();
        return annotation is not null;
    }
}

public static class ProjectResourceExtensions
{
    public static IProjectMetadata GetProjectMetadata(this ProjectResource projectResource) => projectResource.Annotations.OfType<IProjectMetadata>().Single();
}
