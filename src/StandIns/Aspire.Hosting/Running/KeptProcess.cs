// One child process under its keeper (keeper.sh): started, read line by line, seen when it ends, stopped.
using System.ComponentModel;
using System.Diagnostics;
using System.Globalization;
using System.Text;
using Aspire.Hosting.ApplicationModel;

namespace Aspire.Hosting.Running;

internal sealed record Launch(string Program, IReadOnlyList<string> Arguments, string WorkingDirectory, IReadOnlyDictionary<string, string> Environment);

internal sealed record KeeperOptions(string? LockFile, TimeSpan Grace);

internal sealed class KeptProcess
{
    private static readonly string KeeperScript = ReadKeeperScript();

    // What the AppHost was started with says nothing about its children.
    private static readonly string[] NotInherited =
        ["ASPNETCORE_URLS", "ASPNETCORE_HTTP_PORTS", "ASPNETCORE_HTTPS_PORTS", "ASPNETCORE_ENVIRONMENT", "DOTNET_ENVIRONMENT", "DOTNET_LAUNCH_PROFILE"];

    private readonly Process _keeper;
    private readonly TextWriter _pipe;
    private readonly KeeperOptions _options;

    private KeptProcess(Process keeper, KeeperOptions options, int pid, Task output)
    {
        // Synchronized: a stop closes it while the keeper, which ends by that, is seen to end.
        (_keeper, _pipe, _options, Pid) = (keeper, TextWriter.Synchronized(keeper.StandardInput), options, pid);
        Exited = WaitForExitAsync(output);
    }

    /// <summary>The child's own process id, not the keeper's.</summary>
    public int Pid { get; }

    /// <summary>Completes with the child's exit code (128 + signal when a signal ended it), when its last lines are read.</summary>
    public Task<int> Exited { get; }

    public static async Task<KeptProcess> StartAsync(string name, Launch launch, KeeperOptions options, ResourceLog log, CancellationToken cancellationToken)
    {
        var start = new ProcessStartInfo("setsid")
        {
            WorkingDirectory = launch.WorkingDirectory,
            RedirectStandardInput = true,
            RedirectStandardOutput = true,
            RedirectStandardError = true,
            StandardOutputEncoding = Encoding.UTF8,
            StandardErrorEncoding = Encoding.UTF8,
        };
        // bash and not sh: dash drops variables whose names hold a '-'. -p keeps BASH_ENV of the user out of it.
        foreach (var argument in (string[])["bash", "-p", "-c", KeeperScript, $"keeper:{name}", options.LockFile ?? "", $"{Math.Ceiling(options.Grace.TotalSeconds):F0}", launch.Program, .. launch.Arguments])
            start.ArgumentList.Add(argument);
        foreach (var inherited in NotInherited)
            start.Environment.Remove(inherited);
        foreach (var (key, value) in launch.Environment)
            start.Environment[key] = value;

        Process keeper;
        try
        {
            keeper = Process.Start(start)!;
        }
        catch (Win32Exception missing)
        {
            throw new DistributedApplicationException($"cannot run 'setsid' (package util-linux), which every child process is kept by: {missing.Message}", missing);
        }

        var errors = PumpAsync(keeper.StandardError, log, isError: true);
        try
        {
            // It takes milliseconds, or as long as somebody holds the lock file alone.
            var pid = await keeper.StandardOutput.ReadLineAsync(cancellationToken)
                ?? throw new DistributedApplicationException($"the keeper of '{name}' did not start: {string.Join(' ', log.Last(1).Select(line => line.Content))}");
            return new KeptProcess(keeper, options, int.Parse(pid, CultureInfo.InvariantCulture), Task.WhenAll(errors, PumpAsync(keeper.StandardOutput, log, isError: false)));
        }
        catch (Exception)
        {
            keeper.Kill(entireProcessTree: true);
            throw;
        }
    }

    /// <summary>Asks the child to end, and insists after the grace. Returns when it is gone.</summary>
    public async Task StopAsync()
    {
        _pipe.Close();
        try
        {
            await Exited.WaitAsync(_options.Grace + TimeSpan.FromSeconds(3));
        }
        catch (TimeoutException)
        {
            // Somebody froze or replaced the keeper itself.
            _keeper.Kill(entireProcessTree: true);
            await Exited;
        }
    }

    private async Task<int> WaitForExitAsync(Task output)
    {
        await _keeper.WaitForExitAsync();
        _pipe.Close();
        KillIfAlive(Pid);
        // A grandchild may hold the pipe open for ever; the child's own lines are in it by now.
        await output.WaitAsync(TimeSpan.FromSeconds(1)).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        return _keeper.ExitCode;
    }

    /// <summary>Only a keeper that was killed itself leaves its child behind.</summary>
    private static void KillIfAlive(int pid)
    {
        try
        {
            using var child = Process.GetProcessById(pid);
            child.Kill(entireProcessTree: true);
        }
        catch (Exception gone) when (gone is ArgumentException or InvalidOperationException or Win32Exception)
        {
        }
    }

    private static async Task PumpAsync(StreamReader lines, ResourceLog log, bool isError)
    {
        while (await lines.ReadLineAsync() is { } line)
            log.Write(line, isError);
    }

    // Comments are for readers of the file; `ps` shows the rest.
    private static string ReadKeeperScript()
    {
        using var stream = typeof(KeptProcess).Assembly.GetManifestResourceStream("keeper.sh")!;
        using var reader = new StreamReader(stream);
        return string.Join('\n', reader.ReadToEnd().Split('\n').Where(line => line.Length > 0 && !line.TrimStart().StartsWith('#')));
    }
}
