namespace Dugout.Infrastructure.Run;

/// <summary>A database server, the primary or a replica. A reference without an account uses the account for checks.</summary>
public interface IMySqlServerResource : IResourceWithConnectionString
{
    /// <summary>Engine and version for display: <c>MariaDB 10.11.19</c>.</summary>
    string Engine { get; }

    /// <summary>Returns an account's connection string in MySqlConnector's format.</summary>
    ReferenceExpression ConnectionStringFor(DatabaseAccount account);
}
