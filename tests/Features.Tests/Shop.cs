using System.Globalization;
using System.Net;
using Aspire.Hosting;
using Aspire.Hosting.ApplicationModel;
using Dapper;
using Dugout.Features.Tests;
using Dugout.Features.Tests.Products;
using Dugout.Infrastructure.Model;
using Dugout.Infrastructure.Run;
using Dugout.Tests.Support;
using Microsoft.AspNetCore.Hosting;
using Microsoft.AspNetCore.Mvc.Testing;
using Microsoft.Extensions.Logging;
using MySqlConnector;
using Xunit;

[assembly: AssemblyFixture(typeof(Shop))]

namespace Dugout.Features.Tests;

/// <summary>
/// A shop as it runs: servers, migrator and two API processes, once for all tests. Tests don't meet because each takes games
/// and fans of its own. A replica with other settings can be had in this process. The database is MariaDB, or MySQL if
/// DUGOUT_TEST_ENGINE says <c>mysql</c>.
/// </summary>
public partial class Shop : TestServers
{
    public const string FanPassword = "take-me-out-2027";

    /// <summary>Of the shared games of a month, the first isn't on sale yet, the second no more.</summary>
    public const long GameNotOnSaleYet = 1;

    public const long GameNoLongerOnSale = 2;

    private const int Fans = 8_000;
    private const int GradesAGame = 5;
    private const int GamesAMonth = 103;
    private const int GamesASeason = 720;
    private const int SignInsAtOnce = 4;

    private readonly List<HttpClient> _replicas = [];
    private string _keys = "";
    private IResourceBuilder<ProjectResource>? _firstReplica;
    private int _lastFan;
    private long _lastGame = GameNoLongerOnSale;

    /// <summary>Additional environment variables of the replicas.</summary>
    protected virtual (string Name, string Value)[] Settings => [.. Patient, ("Replicas__ReadMilliseconds", "5000")];

    /// <summary>How much the migrator fills it with.</summary>
    protected virtual string Volume => "small";

    /// <summary>
    /// Beside everything else that runs here, an answer may take longer than a fan would wait; and hundreds who are let go at once are to
    /// meet at the last writer, not to be turned away at the door.
    /// </summary>
    internal static (string Name, string Value)[] Patient { get; } =
    [
        ("Redis__DeadlineMilliseconds", "5000"), ("Database__ConnectSeconds", "10"), ("Database__CommandSeconds", "5"), ("Database__HealthMilliseconds", "5000"),
        ("Limits__DeadlineMilliseconds", "30000"), ("Limits__Enabled", "false"), ("Sessions__TrustMilliseconds", "60000"),
        ("Accounts__HashQueueACore", "1000"), ("Accounts__HashWaitMilliseconds", "20000"), ("Attempts__FailuresOfAnAddress", "1000000"), ("Attempts__RequestsOfAnAddress", "1000000"),
    ];

    /// <summary>Makes the tables; what uses them waits for its end.</summary>
    protected IResourceBuilder<ProjectResource>? Migrator { get; private set; }

    /// <summary>Whether the database is MySQL.</summary>
    public static bool IsOnMySql => EngineOfThisRun == DatabaseEngine.MySql;

    /// <summary>Two replicas of the API, each a separate process.</summary>
    public IReadOnlyList<HttpClient> Replicas => _replicas;

    public HttpClient Http => _replicas[0];

    /// <summary>Where the replicas' keys lie.</summary>
    public string KeyFolder => _keys;

    public override async ValueTask InitializeAsync()
    {
        await HeavyTests.AloneAsync();
        await base.InitializeAsync();
        foreach (var name in (string[])["api-1", "api-2"])
        {
            var now = await Servers.App.ResourceNotifications.WaitForResourceHealthyAsync(name);
            _replicas.Add(new HttpClient { BaseAddress = new(now.Snapshot.Urls[0].Url) });
        }

        await ChangeAsync(OddProducts.Insert, OddProducts.All);
    }

    public override async ValueTask DisposeAsync()
    {
        _replicas.ForEach(replica => replica.Dispose());
        await base.DisposeAsync();
        GC.SuppressFinalize(this);
    }

    /// <summary>A new fan, signed in.</summary>
    public async Task<Fan> NextFanAsync() => await Fan.SignInAsync(this, Interlocked.Increment(ref _lastFan));

    /// <summary>New fans, signed in a few at a time: fewer than the shop's queue for password hashes takes. Their ids ascend.</summary>
    public async Task<Fan[]> NextFansAsync(int count)
    {
        var fans = new Fan[count];
        var first = Interlocked.Add(ref _lastFan, count) - count + 1;
        await Parallel.ForEachAsync(Enumerable.Range(0, count), new ParallelOptions { MaxDegreeOfParallelism = SignInsAtOnce },
            async (n, _) => fans[n] = await Fan.SignInAsync(this, first + n));
        return fans;
    }

    /// <summary>A new fan, not signed in.</summary>
    public (long Id, string Email) NextAccount()
    {
        var number = Interlocked.Increment(ref _lastFan);
        return (number, Fan.EmailOf(number));
    }

    /// <summary>A new operator, signed in.</summary>
    public async Task<Fan> NextOperatorAsync()
    {
        var number = Interlocked.Increment(ref _lastFan);
        await ChangeAsync("UPDATE accounts SET is_admin = 1 WHERE id = @number", new { number });
        return await Fan.SignInAsync(this, number);
    }

    /// <summary>A game on sale that no other test uses: not one of the first two of a month.</summary>
    public long NextGame()
    {
        long game;
        do
            game = Interlocked.Increment(ref _lastGame);
        while ((game - 1) % GamesAMonth < GameNoLongerOnSale);
        return game <= GamesASeason ? game : throw new InvalidOperationException("The season is over: the tests need more games than it has.");
    }

    /// <summary>The n-th seat grade of a game, from 1; the first has 1,000 seats.</summary>
    public static long Grade(long game, int n = 1) => ((game - 1) * GradesAGame) + n;

    /// <summary>A replica inside this process, with some settings of its own.</summary>
    public WebApplicationFactory<Program> Replica(params (string Name, string Value)[] settings) => Replica(new WebApplicationFactory<Program>(), settings);

    /// <summary>The same, made by another factory.</summary>
    internal WebApplicationFactory<Program> Replica(WebApplicationFactory<Program> factory, params (string Name, string Value)[] settings) =>
        factory.WithWebHostBuilder(host =>
        {
            host.ConfigureLogging(logging => logging.ClearProviders());
            host.UseSetting("ConnectionStrings:Primary", Servers.Primary(DatabaseAccount.App));
            for (var n = 1; n <= Servers.ReadReplicas; n++)
                host.UseSetting($"ConnectionStrings:Replica{n}", Servers.Replica(DatabaseAccount.App, n));
            host.UseSetting("ConnectionStrings:Redis", Servers.Redis);
            host.UseSetting("Database:ServerVersion", Servers.ServerVersion);
            host.UseSetting("Keys:Folder", _keys);
            foreach (var (name, value) in Patient.Append(("Replicas:ReadMilliseconds", "5000")).Append(("Accounts:HashRounds", "1000")).Concat(settings))
                host.UseSetting(name.Replace("__", ":", StringComparison.Ordinal), value);
        });

    /// <summary>The same with a stopped clock, so that cache entries do not expire during a test.</summary>
    public WebApplicationFactory<Program> AgelessReplica(params (string Name, string Value)[] settings) => Replica(settings).By(new NothingAges());

    private sealed class NothingAges : TimeProvider
    {
        public override long GetTimestamp() => 0;
    }

    /// <summary>Queries the primary through the read-only account.</summary>
    public async Task<T> QueryAsync<T>(string sql, object? parameters = null)
    {
        await using var connection = new MySqlConnection(Servers.Primary(DatabaseAccount.Checks));
        await connection.OpenAsync();
        return (await connection.ExecuteScalarAsync<T>(sql, parameters))!;
    }

    /// <summary>Whether the primary, or an API process, responds after a restart.</summary>
    /// <param name="name"><c>mysql-primary</c>, <c>api-1</c> or <c>api-2</c>.</param>
    public async Task<bool> AnswersAsync(string name)
    {
        ArgumentNullException.ThrowIfNull(name);
        try
        {
            return name == "mysql-primary"
                ? await QueryAsync<int>("SELECT 1") == 1
                : (await Replicas[name[^1] - '1'].GetAsync(new Uri("/health/live", UriKind.Relative))).StatusCode == HttpStatusCode.OK;
        }
        catch (Exception away) when (away is MySqlException or HttpRequestException or OperationCanceledException)
        {
            return false;
        }
    }

    /// <summary>Changes rows on the primary, as a service could.</summary>
    public async Task ChangeAsync(string sql, object parameters)
    {
        await using var connection = new MySqlConnection(Servers.Primary(DatabaseAccount.App));
        await connection.OpenAsync();
        await connection.ExecuteAsync(sql, parameters);
    }

    protected override void Add(IDistributedApplicationBuilder builder, MySqlCluster mysql, IResourceBuilder<IResourceWithConnectionString> redis)
    {
        _keys = builder.KeyFolder();
        Migrator = builder.AddProject("migrator", "../../src/Migrator/Migrator.csproj")
            .WithDatabase(mysql, DatabaseAccount.Migrator)
            .WithReference(redis, "Redis")
            .WithKeyRing()
            .WithEnvironment("Seed__Accounts", Fans.ToString(CultureInfo.InvariantCulture))
            .WithEnvironment("Seed__Volume", Volume)
            // Few rounds: the races sign hundreds of fans in, and what a hash costs isn't their question.
            .WithEnvironment("Accounts__HashRounds", "1000")
            .WaitFor(mysql);
        foreach (var name in (string[])["api-1", "api-2"])
        {
            var replica = builder.AddProject(name, "../../src/Api/Api.csproj")
                .WithDatabase(mysql, DatabaseAccount.App)
                .WithReference(redis, "Redis")
                .WithKeyRing()
                .WithEnvironment("ReplicaName", name)
                .WithEnvironment("Accounts__HashRounds", "1000")
                // No gateway balances over them, so none needs to notice that one stops.
                .WithEnvironment("Drain__Seconds", "0.05")
                .WithHttp()
                .WithHttpHealthCheck("/health/ready")
                .WaitFor(redis)
                .WaitForCompletion(Migrator);
            _firstReplica ??= replica;
            foreach (var (setting, value) in Settings)
                replica.WithEnvironment(setting, value);
        }
    }

    /// <summary>Adds the payment partner, for shops in which something is paid. It calls the first replica back.</summary>
    protected IResourceBuilder<ProjectResource> AddPartners(IDistributedApplicationBuilder builder) =>
        builder.AddProject("partners", "../../src/Simulators/Simulators.csproj")
            .WithKeyRing()
            .WithCallbacksTo(_firstReplica!)
            .WithHttp()
            .WithHttpHealthCheck("/health/ready")
            .WaitForCompletion(Migrator!);

    /// <summary>The payment partner, where it was added.</summary>
    protected async Task<HttpClient> PartnerAsync() =>
        new() { BaseAddress = new((await Servers.App.ResourceNotifications.WaitForResourceHealthyAsync("partners")).Snapshot.Urls[0].Url) };
}
