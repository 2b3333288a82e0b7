namespace Dugout.Infrastructure;

/// <summary>A database server that we run.</summary>
public sealed class MySqlServerResource : ExecutableResource, IMySqlServerResource
{
    private readonly Secrets _secrets;

    internal MySqlServerResource(string name, DatabaseProgram program, ServerCommand command, string workingFolder, Secrets secrets)
        : base(name, command.Program, workingFolder)
    {
        _secrets = secrets;
        Program = program;
    }

    /// <summary>The program it runs, with its version.</summary>
    public DatabaseProgram Program { get; }

    /// <inheritdoc/>
    public string Engine => Program.ToString();

    /// <summary>Where it listens.</summary>
    public EndpointReference Endpoint => new(this, MySqlCluster.EndpointName);

    /// <inheritdoc/>
    public ReferenceExpression ConnectionStringExpression => ConnectionStringFor(DatabaseAccount.Checks);

    /// <inheritdoc/>
    public ReferenceExpression ConnectionStringFor(DatabaseAccount account) => ConnectionString(Endpoint, account, _secrets, Program.Engine);

    /// <summary>
    /// How an account reaches the schema, in MySqlConnector's form. How long somebody waits for the app's is the app's own
    /// setting; for the others a server beside us that takes three seconds to connect is not coming, and a command has thirty.
    /// </summary>
    internal static ReferenceExpression ConnectionString(EndpointReference endpoint, DatabaseAccount account, Secrets secrets, IDatabaseEngine engine) => ReferenceExpression.Create(
        $"Server={endpoint.Property(EndpointProperty.Host)};Port={endpoint.Property(EndpointProperty.Port)};User ID={Secrets.NameOf(account)};Password={secrets[account]};Database={DatabaseAccounts.Schema};Character Set=utf8mb4;SslMode=None{Waits(account)}{engine.ConnectionSettings}");

    private static string Waits(DatabaseAccount account) => account == DatabaseAccount.App ? "" : ";Connection Timeout=3;Default Command Timeout=30";
}
