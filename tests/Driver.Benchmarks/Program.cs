using System.CommandLine;
using System.Diagnostics;
using Dugout.Driver.Benchmarks;
using Dugout.Infrastructure;
using Dugout.Tests.Support;
using MySqlConnector;

// The environment, because a command line can be read by everybody on the machine.
const string Handed = "DRIVER_BENCHMARK_SERVER";

var server = new Option<string?>("--server") { Description = "Connection string of a server and schema to fill; a MariaDB of its own when not given." };
var seconds = new Option<double>("--seconds") { Description = "How long each block is measured.", DefaultValueFactory = _ => 2 };
var rounds = new Option<int>("--rounds") { Description = "How often each arm has its turn; one more comes before and is discarded.", DefaultValueFactory = _ => 3 };
var root = new RootCommand("What a statement costs the client: rate, time, CPU and allocated bytes.") { server, seconds, rounds };
root.SetAction(async (parsed, cancellation) =>
{
    if ((parsed.GetValue(server) ?? Environment.GetEnvironmentVariable(Handed)) is { } given)
    {
        try
        {
            await Benchmark.RunAsync(given, TimeSpan.FromSeconds(parsed.GetValue(seconds)), parsed.GetValue(rounds));
            return 0;
        }
        catch (MySqlException refused)
        {
            Console.Error.WriteLine($"The server can't be measured: {refused.Message}");
            return 1;
        }
    }
    // A process of its own measures: this one watches its server's health, which costs more than a slow arm.
    using var folder = new TestFolder();
    await using var own = await RunningServers.StartAsync(folder.Path, readReplicas: 0, cancellation: cancellation);
    using var measuring = Process.Start(new ProcessStartInfo(Environment.ProcessPath!, args) { Environment = { [Handed] = own.Primary(DatabaseAccount.Migrator) } })!;
    await measuring.WaitForExitAsync(cancellation);
    return measuring.ExitCode;
});
return await root.Parse(args).InvokeAsync();
