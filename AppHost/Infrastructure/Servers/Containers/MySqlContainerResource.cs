using Dugout.Infrastructure.Run;

namespace Dugout.Infrastructure.Servers.Containers;

/// <summary>A database server in a container.</summary>
internal sealed class MySqlContainerResource(string name, DatabaseProgram program, Secrets secrets) : ContainerResource(name), IMySqlServerResource
{
    /// <inheritdoc/>
    public string Engine => program.ToString();

    /// <inheritdoc/>
    public ReferenceExpression ConnectionStringExpression => ConnectionStringFor(DatabaseAccount.Checks);

    /// <inheritdoc/>
    public ReferenceExpression ConnectionStringFor(DatabaseAccount account) =>
        MySqlServerResource.ConnectionString(new EndpointReference(this, ServerResources.EndpointName), account, secrets, program.Engine);
}
