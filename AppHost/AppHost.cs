using Dugout.Infrastructure;

// The whole system on one screen. Each resource waits for its dependencies: the migrator for the servers, the API replicas
// and the worker for the migrator, the gateway for the replicas.
return await AppHostRun.StartAsync(args, (builder, settings) =>
{
    var mysql = builder.AddMySqlCluster("mysql").WithReadReplicas(settings.ReadReplicas);
    var redis = builder.AddRedisServer("redis");
    var cache = builder.AddRedisCache("redis-cache");

    var migrator = builder.AddProject<Projects.Migrator>("migrator")
        .WithDatabase(mysql, DatabaseAccount.Migrator)
        .WithReference(redis, "Redis")
        .WithKeyRing()
        .WithSeed(settings)
        .WaitFor(mysql);

    var gateway = builder.AddProject<Projects.Gateway>("gateway")
        .WithFrontDoor(settings)
        .WithReference(redis, "Redis")
        .WithHttpHealthCheck("/health/ready");

    var partners = builder.AddProject<Projects.Simulators>("partners")
        .WithKeyRing()
        .WithCallbacksTo(gateway)
        .WithHttp()
        .WithHttpHealthCheck("/health/ready")
        .WaitForCompletion(migrator);

    builder.AddProject<Projects.Worker>("worker")
        .WithDatabase(mysql, DatabaseAccount.App)
        .WithReference(redis, "Redis")
        .WithReference(cache, "RedisCache")
        .WithKeyRing()
        .WithPaymentPartner(partners)
        .WithPictureStore(partners)
        .WithMailPartner(partners)
        .WithPushPartner(partners)
        .WithHttp()
        .WithHttpHealthCheck("/health/ready")
        .WaitFor(redis)
        .WaitForCompletion(migrator);

    // Separate resources rather than WithReplicas(n): Aspire puts its own proxy in front of replicas, which would leave
    // the gateway nothing to balance.
    foreach (var name in settings.ApiNames)
    {
        var api = builder.AddProject<Projects.Api>(name)
            .WithDatabase(mysql, DatabaseAccount.App)
            .WithReference(redis, "Redis")
            .WithReference(cache, "RedisCache")
            .WithKeyRing()
            .WithEnvironment("ReplicaName", name)
            .WithPictureStore(partners)
            .WithPushPartner(partners)
            .WithHttp()
            .WithHttpHealthCheck("/health/ready")
            .WaitFor(redis)
            .WaitForCompletion(migrator);

        gateway.WithDestination(api).WaitFor(api);
    }

    // Started by hand on the dashboard.
    builder.AddLoadLab("load", gateway);
});
