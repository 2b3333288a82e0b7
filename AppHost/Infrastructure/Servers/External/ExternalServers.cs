using System.Net.Sockets;
using Dugout.Infrastructure.Processes;
using Dugout.Infrastructure.Run;
using Dugout.Infrastructure.Servers.MariaDb;
using Dugout.Infrastructure.Servers.MySql;
using Dugout.Infrastructure.Servers.Redis;
using Microsoft.Extensions.Diagnostics.HealthChecks;
using MySqlConnector;

namespace Dugout.Infrastructure.Servers.External;

/// <summary>
/// Servers managed elsewhere, by connection strings. That of the primary has an administrator account, with which schema and accounts are created at each start;
/// the services never see it. How replicas follow is up to their owner; they get accounts and rows from the primary.
/// </summary>
/// <param name="Primary">Connection string of the primary, with an administrator account.</param>
/// <param name="Replicas">Connection strings of the replicas, with any account: only addresses and connection options are used.</param>
/// <param name="Redis">Connection string of Redis, in StackExchange.Redis' format.</param>
/// <param name="RedisCache">Connection string of the Redis of cached responses; the same Redis where there is only one.</param>
/// <param name="IsMySql">Whether the engine is MySQL.</param>
/// <param name="Version">Its version.</param>
internal sealed record ExternalServers(string Primary, IReadOnlyList<string> Replicas, string Redis, string RedisCache, bool IsMySql, Version Version) : SystemServers
{
    /// <summary>The same as MySqlConnector's default time-out for a database.</summary>
    private static readonly TimeSpan RedisPatience = TimeSpan.FromSeconds(15);

    private string Engine => $"{(IsMySql ? "MySQL" : "MariaDB")} {Version}";

    /// <inheritdoc/>
    public override string Described => $"{Engine} and Redis, run externally";

    /// <summary>Queries engine and version of the primary, and probes the other servers.</summary>
    /// <exception cref="StartFailedException">A connection string is missing or invalid, the primary rejects the account, or another server is unavailable.</exception>
    internal static async Task<ExternalServers> FindAsync(ServerSettings settings, CancellationToken cancellation)
    {
        if (settings.MySql is not { } primary || settings.Redis is not { } redis)
            throw new StartFailedException("--servers external: name the servers with --mysql and --redis (or ConnectionStrings__mysql and ConnectionStrings__redis).");
        foreach (var address in settings.MySqlReplicas.Prepend(primary))
            Checked(address);
        var (isMySql, version) = VersionOf(await QueryPrimaryAsync(primary, cancellation));
        foreach (var replica in settings.MySqlReplicas)
            await ReachAsync(replica, cancellation);
        await ReachRedisAsync("--redis", redis, cancellation);
        if (settings.RedisCache is { } cache)
            await ReachRedisAsync("--redis-cache", cache, cancellation);
        return new(primary, settings.MySqlReplicas, redis, settings.RedisCache ?? redis, isMySql, version);
    }

    private static async Task<string> QueryPrimaryAsync(string primary, CancellationToken cancellation)
    {
        try
        {
            await using var connection = new MySqlConnection(Checked(primary).ConnectionString + ";Pooling=false");
            await connection.OpenAsync(cancellation);
            await using var command = connection.CreateCommand();
            command.CommandText = "SELECT CONCAT('Ver ', VERSION())";
            return (string)(await command.ExecuteScalarAsync(cancellation))!;
        }
        catch (MySqlException fault)
        {
            throw new StartFailedException($"--mysql: the primary cannot be reached: {fault.Message}", fault);
        }
    }

    /// <summary>A replica rejects every account until the primary's accounts are replicated; a rejected login proves that it is reachable.</summary>
    private static async Task ReachAsync(string replica, CancellationToken cancellation)
    {
        try
        {
            await using var connection = new MySqlConnection(Checked(replica).ConnectionString + ";Pooling=false");
            await connection.OpenAsync(cancellation);
        }
        catch (MySqlException fault) when (fault.ErrorCode == MySqlErrorCode.UnableToConnectToHost)
        {
            throw new StartFailedException($"--mysql-replica: a replica cannot be reached: {fault.Message}", fault);
        }
        catch (MySqlException)
        {
            // The server is reachable.
        }
    }

    private static async Task ReachRedisAsync(string option, string redis, CancellationToken cancellation)
    {
        using var patience = CancellationTokenSource.CreateLinkedTokenSource(cancellation);
        patience.CancelAfter(RedisPatience);
        var complaint = "it does not respond";
        try
        {
            if (await RedisProbe.QueryAsync(RedisAddress.Of(redis), "PING", "+PONG", patience.Token) is not { } answer)
                return;
            complaint = answer;
        }
        catch (Exception fault) when (fault is SocketException or IOException or FormatException)
        {
            complaint = fault.Message;
        }
        catch (OperationCanceledException) when (!cancellation.IsCancellationRequested)
        {
            // The error is thrown below.
        }

        throw new StartFailedException($"{option}: Redis cannot be reached: {complaint}");
    }

    /// <summary>Parses engine and version that a server reports, after <c>Ver</c>, in the format of the programs.</summary>
    /// <exception cref="StartFailedException">The server is neither engine, or too old.</exception>
    internal static (bool IsMySql, Version Version) VersionOf(string answer)
    {
        var mariaDb = MariaDbProgram.VersionIn(answer);
        var version = mariaDb ?? MySqlProgram.VersionIn(answer)
            ?? throw new StartFailedException($"--mysql: the server reports '{answer}', which is neither MariaDB nor MySQL.");
        var oldest = mariaDb is null ? MySqlProgram.Oldest : MariaDbProgram.Oldest;
        return version >= oldest
            ? (mariaDb is null, version)
            : throw new StartFailedException($"--mysql: the server's version {version} is older than {oldest}.");
    }

    /// <inheritdoc/>
    internal override IDatabaseServers AddDatabase(IDistributedApplicationBuilder builder, ServerInfrastructure place, string name)
    {
        var statements = DatabaseAccounts.Shared(place.Secrets, IsMySql ? MySqlEngine.Rights : MariaDbEngine.Rights);
        builder.Eventing.Subscribe<BeforeStartEvent>((_, cancellation) => MakeAccountsAsync(statements, cancellation));
        return new Database(this, builder, place.Secrets, name);
    }

    /// <inheritdoc/>
    internal override IResourceBuilder<IResourceWithConnectionString> AddRedis(IDistributedApplicationBuilder builder, ServerInfrastructure place, string name) => AddRedis(builder, name, Redis);

    /// <inheritdoc/>
    internal override IResourceBuilder<IResourceWithConnectionString> AddRedisCache(IDistributedApplicationBuilder builder, ServerInfrastructure place, string name) => AddRedis(builder, name, RedisCache);

    private static IResourceBuilder<ExternalResource> AddRedis(IDistributedApplicationBuilder builder, string name, string address)
    {
        var server = new ExternalResource(name, ReferenceExpression.Create($"{address}"));
        return Present(builder, server, () => new RedisHealthCheck(server));
    }

    private async Task MakeAccountsAsync(string statements, CancellationToken cancellation)
    {
        try
        {
            // Unless user variables are allowed, the driver takes the @ in an account's name for a parameter.
            var administrator = new MySqlConnectionStringBuilder(Primary) { Database = "", Pooling = false, AllowUserVariables = true };
            await using var connection = new MySqlConnection(administrator.ConnectionString);
            await connection.OpenAsync(cancellation);
            await using var command = connection.CreateCommand();
            command.CommandText = statements;
            await command.ExecuteNonQueryAsync(cancellation);
        }
        catch (MySqlException fault)
        {
            throw new StartFailedException($"--mysql: schema and accounts cannot be created; the connection string must be an administrator's: {fault.Message}", fault);
        }
    }

    /// <summary>Adds an external server: it is not started, only shown, with its health check.</summary>
    private static IResourceBuilder<T> Present<T>(IDistributedApplicationBuilder builder, T server, Func<IHealthCheck> healthCheck) where T : IResource
    {
        return builder.AddResource(server)
            .WithOwnHealthCheck(healthCheck)
            .OnInitializeResource((resource, begin, _) =>
                begin.Notifications.PublishUpdateAsync(resource, snapshot => snapshot with { State = KnownResourceStates.Running, StartTimeStamp = DateTime.UtcNow }));
    }

    private static MySqlConnectionStringBuilder Checked(string address)
    {
        try
        {
            return new(address);
        }
        catch (Exception fault) when (fault is ArgumentException or FormatException or KeyNotFoundException or NotSupportedException)
        {
            throw new StartFailedException($"--mysql, --mysql-replica: the value is not a connection string of MySqlConnector: {fault.Message}", fault);
        }
    }

    private sealed class Database : IDatabaseServers
    {
        private readonly ExternalServers _servers;
        private readonly IDistributedApplicationBuilder _builder;
        private readonly Secrets _secrets;

        public Database(ExternalServers servers, IDistributedApplicationBuilder builder, Secrets secrets, string name)
        {
            (_servers, _builder, _secrets) = (servers, builder, secrets);
            Primary = Add($"{name}-primary", servers.Primary, server => new PrimaryHealthCheck(server));
        }

        public string ServerVersion => $"{_servers.Version}-{(_servers.IsMySql ? "mysql" : "mariadb")}";

        public IResourceBuilder<IMySqlServerResource> Primary { get; }

        public int ReplicasFor(int asked) => _servers.Replicas.Count;

        public IResourceBuilder<IMySqlServerResource> AddReplica(int n, string name) => Add(
            name, _servers.Replicas[n - 1],
            // Only its owner can repair it.
            server => new ReplicaHealthCheck(server, _servers.IsMySql ? MySqlEngine.Question : MariaDbEngine.Question, lost: () => { }));

        private IResourceBuilder<ExternalMySqlResource> Add(string name, string address, Func<IMySqlServerResource, IHealthCheck> check)
        {
            var server = new ExternalMySqlResource(name, _servers.Engine, address, _secrets);
            return Present(_builder, server, () => check(server));
        }
    }
}

/// <summary>An external Redis.</summary>
internal sealed class ExternalResource(string name, ReferenceExpression address) : Resource(name), IResourceWithConnectionString
{
    /// <inheritdoc/>
    public ReferenceExpression ConnectionStringExpression => address;
}

/// <summary>An external database server.</summary>
internal sealed class ExternalMySqlResource : Resource, IMySqlServerResource
{
    private readonly string _address;
    private readonly Secrets _secrets;

    internal ExternalMySqlResource(string name, string engine, string address, Secrets secrets) : base(name) => (Engine, _address, _secrets) = (engine, address, secrets);

    /// <inheritdoc/>
    public string Engine { get; }

    /// <inheritdoc/>
    public ReferenceExpression ConnectionStringExpression => ConnectionStringFor(DatabaseAccount.Checks);

    /// <summary>Returns the given connection string with the account replaced; the services set their own time-outs.</summary>
    /// <inheritdoc/>
    public ReferenceExpression ConnectionStringFor(DatabaseAccount account)
    {
        var text = new MySqlConnectionStringBuilder(_address)
        {
            UserID = Secrets.NameOf(account),
            Password = _secrets[account],
            Database = DatabaseAccounts.Schema,
            CharacterSet = "utf8mb4",
        };
        if (account != DatabaseAccount.App)
            (text.ConnectionTimeout, text.DefaultCommandTimeout) = (3, 30);
        return ReferenceExpression.Create($"{text.ConnectionString}");
    }
}
