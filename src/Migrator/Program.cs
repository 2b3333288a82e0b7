using Dugout.Features;
using Dugout.Features.Accounts;
using Dugout.Migrator;
using Dugout.Migrator.Seed;
using Microsoft.Extensions.Configuration;
using Microsoft.Extensions.DependencyInjection;
using MySqlConnector;

// Migrates the schema to this build, seeds an empty database, waits until the replicas have caught up, and exits
// with 0. A second run changes nothing. On failure: one line on standard error and exit code 1.
var configuration = new ConfigurationBuilder().AddEnvironmentVariables()
    .AddCommandLine(args, new Dictionary<string, string> { ["--volume"] = "Seed:Volume" }).Build();
await using var services = new ServiceCollection().AddSingleton<IConfiguration>(configuration).AddLogging().AddFeatures().BuildServiceProvider();
using var stop = new CancellationTokenSource();
Console.CancelKeyPress += (_, key) =>
{
    key.Cancel = true;
    stop.Cancel();
};
try
{
    var seed = SeedOptions.Read(configuration, DateTime.UtcNow);
    var databases = services.GetRequiredService<Databases>();
    await MigratorLock.RunAsync(databases, TimeProvider.System, async held =>
    {
        await using var connection = new MySqlConnection(databases.Primary);
        await connection.OpenAsync(held);
        await new SchemaScripts(connection, Console.Out).ApplyAsync(held);
        await new Seeder(connection, services.GetRequiredService<Passwords>(), Console.Out).FillAsync(seed, held);
        KeyRing.MakeFirstKeys(services, Console.Out);
        await ReplicaCatchUp.WaitAsync(connection, databases.Replicas, held);
    }, stop.Token);
    await Console.Out.WriteLineAsync("The database is ready.");
    return 0;
}
catch (Exception error) when (error is MigrationFailedException or MySqlException or IOException or OperationCanceledException)
{
    await Console.Error.WriteLineAsync($"migrator: {error.Message}");
    return 1;
}
