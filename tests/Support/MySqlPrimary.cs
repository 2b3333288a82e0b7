using System.Globalization;
using Aspire.Hosting;
using Dugout.Infrastructure;

namespace Dugout.Tests.Support;

/// <summary>
/// MySQL 9 in the place of the MariaDB primary, without replicas: same resource, schema and accounts. Not over TLS, so that
/// what is sent can be counted; passwords go encrypted by the server's own key then.
/// </summary>
internal static class MySqlPrimary
{
    private const string Host = "127.0.0.1";

    /// <summary>Makes its data and adds it to a model that already knows its run folder.</summary>
    /// <exception cref="StartRefusedException">MySQL 9 can't be had here; one line says why.</exception>
    public static async Task<MySqlCluster> AddAsync(IDistributedApplicationBuilder builder, MySqlProgram program, string name, CancellationToken cancellation)
    {
        var servers = ServerExtensions.Infrastructure(builder);
        var port = Ports.Pick();
        var options = MySqlData.WriteOptions(servers.Folder, program, port);
        await MySqlData.InitializeAsync(servers.Folder, program, options, MySqlData.CreateSchema + Accounts(servers.Secrets), cancellation);
        return new(builder, servers, name, new LonePrimary(
            new("MySQL", program.Version, program.Loader, new Dictionary<string, string>()),
            $"{program.Version}-mysql", port, program.Arguments("--defaults-file=" + options), ";AllowPublicKeyRetrieval=True"));
    }

    /// <summary>The accounts MariaDB has, but for the replicas'; the rights are MySQL's names of theirs.</summary>
    private static string Accounts(Secrets secrets) =>
        Account(secrets, DatabaseAccount.App, $"SELECT, INSERT, UPDATE, DELETE ON {MySqlData.Schema}.*")
        + Account(secrets, DatabaseAccount.Migrator, $"ALL PRIVILEGES ON {MySqlData.Schema}.*")
        + Account(secrets, DatabaseAccount.Checks, $"SELECT ON {MySqlData.Schema}.*", "PROCESS ON *.*");

    private static string Account(Secrets secrets, DatabaseAccount account, params string[] rights)
    {
        var user = $"'{Secrets.NameOf(account)}'@'{Host}'";
        return string.Create(CultureInfo.InvariantCulture, $"CREATE USER {user} IDENTIFIED BY '{secrets[account]}';\n")
            + string.Concat(rights.Select(right => $"GRANT {right} TO {user};\n"));
    }
}
