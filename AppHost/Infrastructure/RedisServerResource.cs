using Aspire.Hosting.ApplicationModel;

namespace Dugout.Infrastructure;

/// <summary>The Redis server.</summary>
public sealed class RedisServerResource : ExecutableResource, IResourceWithConnectionString
{
    internal RedisServerResource(string name, ServerProgram program, string workingFolder, string password)
        : base(name, program.Path, workingFolder)
    {
        Program = program;
        Password = password;
    }

    /// <summary>The program it runs, with its version.</summary>
    public ServerProgram Program { get; }

    /// <summary>Where it listens.</summary>
    public EndpointReference Endpoint => new(this, MySqlCluster.EndpointName);

    /// <summary>How to reach it, in StackExchange.Redis' form.</summary>
    public ReferenceExpression ConnectionStringExpression =>
        ReferenceExpression.Create($"127.0.0.1:{Endpoint.Property(EndpointProperty.Port)},password={Password}");

    internal string Password { get; }
}
