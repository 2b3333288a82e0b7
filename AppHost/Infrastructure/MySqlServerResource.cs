using Aspire.Hosting.ApplicationModel;

namespace Dugout.Infrastructure;

/// <summary>One database server, the primary or a replica. Referring to it without saying as whom gives the account for checks.</summary>
public sealed class MySqlServerResource : ExecutableResource, IResourceWithConnectionString
{
    private readonly Secrets _secrets;

    internal MySqlServerResource(string name, ServerProgram program, string workingFolder, Secrets secrets)
        : base(name, program.Path, workingFolder)
    {
        _secrets = secrets;
        Program = program;
    }

    /// <summary>The program it runs, with its version.</summary>
    public ServerProgram Program { get; }

    /// <summary>What a connection string to it says beyond the usual, with a semicolon before it.</summary>
    internal string Further { get; init; } = "";

    /// <summary>Where it listens.</summary>
    public EndpointReference Endpoint => new(this, MySqlCluster.EndpointName);

    /// <inheritdoc/>
    public ReferenceExpression ConnectionStringExpression => ConnectionStringFor(DatabaseAccount.Checks);

    /// <summary>
    /// How an account reaches the schema, in MySqlConnector's form. A server beside us that takes three seconds to connect
    /// is not coming; somebody waits for the app's commands, so they get five seconds, the others thirty.
    /// </summary>
    public ReferenceExpression ConnectionStringFor(DatabaseAccount account) => ReferenceExpression.Create(
        $"Server=127.0.0.1;Port={Endpoint.Property(EndpointProperty.Port)};User ID={Secrets.NameOf(account)};Password={_secrets[account]};Database={MariaDbFiles.Schema};Character Set=utf8mb4;SslMode=None;Connection Timeout=3;Default Command Timeout={CommandSeconds(account)}{Further}");

    private static string CommandSeconds(DatabaseAccount account) => account == DatabaseAccount.App ? "5" : "30";
}
