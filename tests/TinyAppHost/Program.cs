// A program for the tests of the Aspire.Hosting stand-in, which need a process to kill and a project to run.
//   TinyAppHost apphost <lock file>    an AppHost with one resource that has a child of its own; prints the resource's pid
//   TinyAppHost show <variables...>    prints the values of these environment variables and the working folder
using Aspire.Hosting;

if (args is ["show", .. var names])
{
    foreach (var name in names)
        Console.WriteLine($"{name}={Environment.GetEnvironmentVariable(name)}");
    Console.WriteLine($"folder={Environment.CurrentDirectory}");
    return;
}

var builder = DistributedApplication.CreateBuilder(new DistributedApplicationOptions { DisableDashboard = true });
builder.Configuration["Keeper:LockFile"] = args[1];
builder.AddExecutable("family", "bash", "/", "-c", "sleep 1000 & echo child $!; wait");
await using var app = builder.Build();
await app.StartAsync();
var running = await app.ResourceNotifications.WaitForResourceAsync("family", update => update.Snapshot.State?.Text == "Running");
Console.WriteLine($"pid {running.Snapshot.Properties.Single(property => property.Name == "executable.pid").Value}");
// Until it is killed, or the test that wants to is gone itself.
await Console.In.ReadToEndAsync();
