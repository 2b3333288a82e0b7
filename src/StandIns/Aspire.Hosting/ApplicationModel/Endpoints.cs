// Named ports of a resource and the references that other resources hold to them.
using System.Globalization;
using System.Net.Sockets;

namespace Aspire.Hosting.ApplicationModel;

public sealed class EndpointAnnotation(
    ProtocolType protocol,
    string? uriScheme = null,
    string? transport = null,
    string? name = null,
    int? port = null,
    int? targetPort = null,
    bool? isExternal = null,
    bool? isProxied = null) : IResourceAnnotation
{
    private TaskCompletionSource<AllocatedEndpoint> _allocated = new(TaskCreationOptions.RunContinuationsAsynchronously);

    public ProtocolType Protocol { get; set; } = protocol;
    public string UriScheme { get; set; } = uriScheme ?? protocol.ToString().ToLowerInvariant();
    public string Transport { get; set; } = transport ?? (uriScheme is "http" or "https" ? "http" : protocol.ToString().ToLowerInvariant());
    public string Name { get; set; } = name ?? uriScheme ?? protocol.ToString().ToLowerInvariant();
    public int? Port { get; set; } = port;
    public int? TargetPort { get; set; } = targetPort;
    public string TargetHost { get; set; } = "localhost";
    public bool IsExternal { get; set; } = isExternal ?? false;
    public bool IsProxied { get; set; } = isProxied ?? true;

    public AllocatedEndpoint? AllocatedEndpoint
    {
        get => _allocated.Task.IsCompletedSuccessfully ? _allocated.Task.Result : null;
        set
        {
            ArgumentNullException.ThrowIfNull(value);
            if (_allocated.Task.IsCompleted)
                _allocated = new(TaskCreationOptions.RunContinuationsAsynchronously);
            _allocated.SetResult(value);
        }
    }

    internal Task<AllocatedEndpoint> WhenAllocated(CancellationToken cancellationToken) => _allocated.Task.WaitAsync(cancellationToken);
}

public class AllocatedEndpoint(EndpointAnnotation endpoint, string address, int port, string? targetPortExpression = null)
{
    public EndpointAnnotation Endpoint { get; } = endpoint;
    public string Address { get; } = address;
    public int Port { get; } = port;
    public string? TargetPortExpression { get; } = targetPortExpression;
    public string UriScheme => Endpoint.UriScheme;
    public string EndPointString => $"{Address}:{Port}";
    public string UriString => $"{UriScheme}://{EndPointString}";

    public override string ToString() => UriString;
}

public enum EndpointProperty { Url, Host, IPV4Host, Port, Scheme, TargetPort, HostAndPort }

public sealed class EndpointReference : IManifestExpressionProvider, IValueProvider
{
    private EndpointAnnotation? _annotation;

    public EndpointReference(IResourceWithEndpoints owner, string endpointName)
    {
        Resource = owner;
        EndpointName = endpointName;
    }

    public EndpointReference(IResourceWithEndpoints owner, EndpointAnnotation endpoint) : this(owner, endpoint.Name) => _annotation = endpoint;

    public IResourceWithEndpoints Resource { get; }
    public string EndpointName { get; }
    public bool Exists => Find() is not null;
    public bool IsAllocated => Find()?.AllocatedEndpoint is not null;
    public EndpointAnnotation EndpointAnnotation => Find()
        ?? throw new InvalidOperationException($"The endpoint '{EndpointName}' is not defined for the resource '{Resource.Name}'.");
    public string Scheme => EndpointAnnotation.UriScheme;
    public string Host => Allocated.Address;
    public int Port => Allocated.Port;
    public int? TargetPort => EndpointAnnotation.TargetPort;
    public string Url => Allocated.UriString;

    string IManifestExpressionProvider.ValueExpression => Property(EndpointProperty.Url).ValueExpression;

    public EndpointReferenceExpression Property(EndpointProperty property) => new(this, property);

    public ValueTask<string?> GetValueAsync(CancellationToken cancellationToken = default) =>
        Property(EndpointProperty.Url).GetValueAsync(cancellationToken);

    private AllocatedEndpoint Allocated => EndpointAnnotation.AllocatedEndpoint
        ?? throw new InvalidOperationException($"The endpoint '{EndpointName}' is not allocated for the resource '{Resource.Name}'.");

    private EndpointAnnotation? Find() => _annotation ??= Resource.Annotations.OfType<EndpointAnnotation>()
        .SingleOrDefault(annotation => string.Equals(annotation.Name, EndpointName, StringComparison.OrdinalIgnoreCase));
}

public class EndpointReferenceExpression(EndpointReference endpointReference, EndpointProperty property) : IManifestExpressionProvider, IValueProvider
{
    public EndpointReference Endpoint { get; } = endpointReference;
    public EndpointProperty Property { get; } = property;

#pragma warning disable CA1308 // manifest expressions are written in lower case
    public string ValueExpression => $"{{{Endpoint.Resource.Name}.bindings.{Endpoint.EndpointName}.{Property.ToString().ToLowerInvariant()}}}";
#pragma warning restore CA1308

    /// <summary>Waits until the port is known, so an expression may be written before anything starts.</summary>
    public async ValueTask<string?> GetValueAsync(CancellationToken cancellationToken = default)
    {
        var allocated = await Endpoint.EndpointAnnotation.WhenAllocated(cancellationToken);
        return Property switch
        {
            EndpointProperty.Url => allocated.UriString,
            EndpointProperty.Host => allocated.Address,
            EndpointProperty.IPV4Host => allocated.Address == "localhost" ? "127.0.0.1" : allocated.Address,
            // There is no proxy: what callers dial is what the program listens on.
            EndpointProperty.Port or EndpointProperty.TargetPort => allocated.Port.ToString(CultureInfo.InvariantCulture),
            EndpointProperty.Scheme => allocated.UriScheme,
            EndpointProperty.HostAndPort => allocated.EndPointString,
            _ => throw new NotSupportedException($"EndpointProperty.{Property}"),
        };
    }
}
