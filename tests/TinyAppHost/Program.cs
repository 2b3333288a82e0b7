// A program for the tests of the Aspire.Hosting stand-in, which need a process to kill, a project to run and a Main to run themselves.
//   TinyAppHost apphost <lock file>    an AppHost with one resource that has a child of its own; prints the resource's pid
//   TinyAppHost run <file>             an AppHost with one resource, "greeter"; writes the file while it runs, and removes it after
//   TinyAppHost end <code>             ends with this code
//   TinyAppHost show <variables...>    prints the values of these environment variables and the working folder
using Aspire.Hosting;

if (args is ["show", .. var names])
{
    foreach (var name in names)
        Console.WriteLine($"{name}={Environment.GetEnvironmentVariable(name)}");
    Console.WriteLine($"folder={Environment.CurrentDirectory}");
    return 0;
}

if (args is ["end", var code])
    return int.Parse(code, System.Globalization.CultureInfo.InvariantCulture);

var builder = DistributedApplication.CreateBuilder(new DistributedApplicationOptions { DisableDashboard = true });
if (args is ["run", var file])
{
    await using var marker = new FileStream(file, FileMode.Create, FileAccess.Write, FileShare.ReadWrite, 1, FileOptions.DeleteOnClose);
    builder.Configuration["Logging:Console:LogLevel:Default"] = "None";
    builder.AddExecutable("greeter", "bash", "/", "-c", "echo \"hello ${WHOM:-nobody}\"; exec sleep 1000");
    await builder.Build().RunAsync();
    return 0;
}

builder.Configuration["Keeper:LockFile"] = args[1];
builder.AddExecutable("family", "bash", "/", "-c", "sleep 1000 & echo child $!; wait");
await using var app = builder.Build();
await app.StartAsync();
var running = await app.ResourceNotifications.WaitForResourceAsync("family", update => update.Snapshot.State?.Text == "Running");
Console.WriteLine($"pid {running.Snapshot.Properties.Single(property => property.Name == "executable.pid").Value}");
// Until it is killed, or the test that wants to is gone itself.
await Console.In.ReadToEndAsync();
return 0;
