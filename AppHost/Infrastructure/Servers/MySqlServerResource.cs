using Dugout.Infrastructure.Run;

namespace Dugout.Infrastructure.Servers;

/// <summary>A database server that the AppHost runs as a process.</summary>
public sealed class MySqlServerResource : ExecutableResource, IMySqlServerResource
{
    private readonly Secrets _secrets;

    internal MySqlServerResource(string name, DatabaseProgram program, ServerCommand command, string workingFolder, Secrets secrets)
        : base(name, command.Program, workingFolder)
    {
        _secrets = secrets;
        Program = program;
    }

    /// <summary>The server program and its version.</summary>
    public DatabaseProgram Program { get; }

    /// <inheritdoc/>
    public string Engine => Program.ToString();

    /// <summary>The server's endpoint.</summary>
    public EndpointReference Endpoint => new(this, ServerResources.EndpointName);

    /// <inheritdoc/>
    public ReferenceExpression ConnectionStringExpression => ConnectionStringFor(DatabaseAccount.Checks);

    /// <inheritdoc/>
    public ReferenceExpression ConnectionStringFor(DatabaseAccount account) => ConnectionString(Endpoint, account, _secrets, Program.Engine);

    /// <summary>
    /// Returns an account's connection string in MySqlConnector's format. The services set their own time-outs;
    /// for other accounts, a local server that takes three seconds to connect counts as unavailable, and a command may take thirty.
    /// </summary>
    internal static ReferenceExpression ConnectionString(EndpointReference endpoint, DatabaseAccount account, Secrets secrets, IDatabaseEngine engine) => ConnectionString([endpoint], account, secrets, engine);

    /// <summary>The same with the addresses of several servers that listen on the same port, separated by commas: the nodes of a cluster.</summary>
    /// <inheritdoc cref="ConnectionString(EndpointReference, DatabaseAccount, Secrets, IDatabaseEngine)"/>
    internal static ReferenceExpression ConnectionString(IReadOnlyList<EndpointReference> endpoints, DatabaseAccount account, Secrets secrets, IDatabaseEngine engine)
    {
        var text = new ReferenceExpressionBuilder();
        text.AppendLiteral("Server=");
        foreach (var (index, endpoint) in endpoints.Index())
        {
            text.AppendLiteral(index == 0 ? "" : ",");
            text.AppendFormatted(endpoint.Property(EndpointProperty.Host));
        }

        text.AppendFormatted(ReferenceExpression.Create(
            $";Port={endpoints[0].Property(EndpointProperty.Port)};User ID={Secrets.NameOf(account)};Password={secrets[account]};Database={DatabaseAccounts.Schema};Character Set=utf8mb4;SslMode=None{Waits(account)}{engine.ConnectionSettings}"));
        return text.Build();
    }

    private static string Waits(DatabaseAccount account) => account == DatabaseAccount.App ? "" : ";Connection Timeout=3;Default Command Timeout=30";
}
