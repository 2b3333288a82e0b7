using System.Reflection;
using System.Text.Json;
using System.Text.Json.Serialization;
using Microsoft.AspNetCore.Authentication.BearerToken;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.DataProtection;
using Microsoft.AspNetCore.DataProtection.KeyManagement;
using Microsoft.AspNetCore.DataProtection.Repositories;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Http.Json;
using Microsoft.AspNetCore.Routing;
using Microsoft.EntityFrameworkCore;
using Microsoft.Extensions.Configuration;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.DependencyInjection.Extensions;
using Microsoft.Extensions.Logging;
using Microsoft.Extensions.Options;

namespace Dugout.Platform;

/// <summary>Registers what all slices depend on: databases, Redis, JSON, tokens, problem responses.</summary>
public static class PlatformServices
{
    /// <summary>Maximum depth of a request's JSON.</summary>
    private const int MaxJsonDepth = 16;

    internal static void AddPlatform(this IServiceCollection services, Assembly slices)
    {
        services.TryAddSingleton(TimeProvider.System);
        services.AddSingleton(provider => new SliceTables(Version(provider), slices));
        services.AddSingleton(provider => new CommonHeaders(provider.GetRequiredService<IConfiguration>()["ReplicaName"] ?? Environment.MachineName));
        services.AddLimits();
        services.AddDatabases();
        services.AddReplication();
        services.AddCaching();
        services.AddOptionsOf<RedisOptions>("Redis");
        services.AddSingleton<RedisStore>();
        // A system with one Redis caches responses there, too.
        services.AddKeyedSingleton(RedisStore.Cache, (provider, _) => provider.GetRequiredService<IConfiguration>() is var configuration && configuration.GetConnectionString(RedisStore.Cache) is null
            ? provider.GetRequiredService<RedisStore>()
            : new RedisStore(configuration, provider.GetRequiredService<IOptions<RedisOptions>>(), RedisStore.Cache));
        services.AddHostedService<WarmUp>();
        services.AddSingleton<IdempotentCommands>();
        services.AddSingleton<PrimaryTransaction>();
        services.AddOptionsOf<WritesOptions>("Writes");
        services.AddSingleton<GroupCommit>();
        services.AddSingleton<BatchDeletes>();
        services.AddSingleton<ChangeAnnouncements>();
        services.AddSingleton<OperatorActs>();
        services.AddSingleton<ErrorCounts>();
        services.AddSingleton<IProblemDetailsService, ValidationProblems>();
        services.Configure<JsonOptions>(options => BeStrict(options.SerializerOptions));
        services.Configure<RouteHandlerOptions>(options => options.ThrowOnBadRequest = true);
        services.AddTokens();
        services.AddHealthChecks()
            .AddCheck<PrimaryHealth>("mysql-primary")
            .AddCheck<ReplicaHealth>("mysql-replicas")
            .AddCheck<RedisHealth>("redis");
    }

    /// <summary>Registers the platform's jobs, for the worker.</summary>
    internal static void AddPlatformJobs(this IServiceCollection services)
    {
        services.AddOptionsOf<IdempotencyOptions>("Idempotency");
        services.AddHostedService<ForgetOldKeys>();
        services.AddOptionsOf<OutboxOptions>("Outbox");
        services.AddHostedService<DeliverOutbox>();
        services.AddSingleton<IOutboxReceiver, InvalidateResponses>();
    }

    private static void AddDatabases(this IServiceCollection services)
    {
        services.AddOptionsOf<DatabaseOptions>("Database");
        services.AddSingleton<Databases>();
    }

    /// <summary>Registers read routing and consistency tokens.</summary>
    private static void AddReplication(this IServiceCollection services)
    {
        services.AddOptionsOf<ReplicasOptions>("Replicas");
        services.AddHttpContextAccessor();
        services.AddSingleton<IReplication>(provider => Version(provider) is MySqlServerVersion ? new MySqlReplication()
            : provider.GetRequiredService<Databases>().Writers.Count > 1 ? new GaleraReplication() : new MariaDbReplication());
        services.AddSingleton<Replicas>();
        services.AddSingleton<CommitPosition>();
        services.AddSingleton<AccountConsistencyTokens>();
        services.AddSingleton<Reads>();
        services.AddSingleton<WatchReplicas>();
        services.AddHostedService(provider => provider.GetRequiredService<WatchReplicas>());
        services.AddHostedService<WatchWriters>();
    }

    /// <summary>Registers the response cache and its invalidation.</summary>
    private static void AddCaching(this IServiceCollection services)
    {
        services.AddOptionsOf<CacheOptions>("Cache");
        services.AddSingleton<ResponseCache>();
        services.AddShortCircuit<CachedShortCircuit>();
        services.AddSingleton<CacheInvalidation>();
        services.AddHostedService(provider => provider.GetRequiredService<CacheInvalidation>());
    }

    private static ServerVersion Version(IServiceProvider provider) =>
        ServerVersion.Parse(provider.GetRequiredService<IOptions<DatabaseOptions>>().Value.ServerVersion);

    /// <summary>A request body must match its type exactly: no additional, missing or duplicate member, and numbers are not strings.</summary>
    internal static void BeStrict(JsonSerializerOptions options)
    {
        options.RespectNullableAnnotations = true;
        options.RespectRequiredConstructorParameters = true;
        options.UnmappedMemberHandling = JsonUnmappedMemberHandling.Disallow;
        options.AllowDuplicateProperties = false;
        options.NumberHandling = JsonNumberHandling.Strict;
        options.PropertyNameCaseInsensitive = false;
        options.MaxDepth = MaxJsonDepth;
    }

    /// <summary>
    /// The framework's bearer tokens, protected by keys that all replicas read from one folder (setting <c>Keys:Folder</c>). The
    /// migrator creates the first key, so that replicas starting together do not each create one.
    /// </summary>
    private static void AddTokens(this IServiceCollection services)
    {
        services.AddAuthentication(BearerTokenDefaults.AuthenticationScheme).AddBearerToken();
        services.AddSingleton<RememberedTokens>();
        services.AddSingleton<IPostConfigureOptions<BearerTokenOptions>>(provider => provider.GetRequiredService<RememberedTokens>());
        services.AddAuthorization();
        services.AddDataProtection().SetApplicationName("Dugout");
        services.AddOptions<KeyManagementOptions>().Configure<IConfiguration, ILoggerFactory>((options, configuration, logging) =>
            options.XmlRepository = new FileSystemXmlRepository(
                new DirectoryInfo(configuration["Keys:Folder"] ?? throw new InvalidOperationException("The setting Keys:Folder is missing.")),
                logging));
    }

    /// <summary>
    /// The pipeline in front of the slices, behind the short circuit for shared responses from memory: the client's address and scheme as forwarded by the gateway, common headers,
    /// problem responses, no requests of other sites, limits, authentication.
    /// </summary>
    public static void UseFeatures(this WebApplication app)
    {
        ArgumentNullException.ThrowIfNull(app);
        var common = app.Services.GetRequiredService<CommonHeaders>();
        app.UseForwardedHeaders(TrustedProxies.Read(app.Configuration));
        Func<object, Task> addHeaders = response =>
        {
            common.AddTo(((HttpResponse)response).Headers);
            return Task.CompletedTask;
        };
        app.Use((context, next) =>
        {
            // Set at the last moment, because a response made from an exception clears all headers first.
            context.Response.OnStarting(addHeaders, context.Response);
            return next(context);
        });
        app.UseProblems();
        app.RejectCrossSiteRequests();
        app.UseLimits();
        app.UseAuthentication();
        app.UseAuthorization();
    }
}
