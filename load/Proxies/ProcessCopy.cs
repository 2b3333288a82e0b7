using System.Diagnostics;
using System.Globalization;
using System.Net;
using Dugout.Load.Client;
using Dugout.Load.Trials;

namespace Dugout.Load.Proxies;

/// <summary>A second process like one of the running system: the same program with the same settings, on a port of its own, except for the given ones. Disposing kills it.</summary>
internal sealed class ProcessCopy : IDisposable
{
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(30);
    private static readonly TimeSpan Pause = TimeSpan.FromMilliseconds(100);

    private readonly Process _process;

    private ProcessCopy(Process process, Uri address) => (_process, Address) = (process, address);

    /// <summary>Its process id.</summary>
    public int Id => _process.Id;

    /// <summary>Its address.</summary>
    public Uri Address { get; }

    /// <summary>Starts it and waits until it is ready.</summary>
    /// <param name="original">The process id of the original.</param>
    /// <param name="settings">The settings that differ, as environment variables; null removes one.</param>
    /// <param name="isHttp2">Whether it speaks HTTP/2 only.</param>
    /// <exception cref="NoSystemException">It did not become ready.</exception>
    public static async Task<ProcessCopy> StartAsync(int original, IEnumerable<KeyValuePair<string, string?>> settings, bool isHttp2 = false)
    {
        var start = new ProcessStartInfo { WorkingDirectory = new FileInfo($"/proc/{original}/cwd").LinkTarget!, RedirectStandardOutput = true, RedirectStandardError = true };
        var command = Parts($"/proc/{original}/cmdline");
        start.FileName = command[0];
        foreach (var argument in command.Skip(1)) start.ArgumentList.Add(argument);
        start.Environment.Clear();
        foreach (var variable in Parts($"/proc/{original}/environ"))
        {
            if (variable.Split('=', 2) is [var name, var value]) start.Environment[name] = value;
        }

        var address = new Uri(string.Create(CultureInfo.InvariantCulture, $"http://127.0.0.1:{Nginx.FreePort()}/"));
        foreach (var (name, value) in settings.Append(new("ASPNETCORE_URLS", address.ToString())))
        {
            if (value is null) start.Environment.Remove(name);
            else start.Environment[name] = value;
        }

        var copy = new ProcessCopy(Process.Start(start)!, address);
        // Its log is not read; an unread pipe would stop it.
        copy._process.BeginOutputReadLine();
        copy._process.BeginErrorReadLine();
        if (await copy.IsReadyAsync(isHttp2)) return copy;
        copy.Dispose();
        throw new NoSystemException($"a second {Path.GetFileName(command[0])} did not become ready");
    }

    /// <inheritdoc/>
    public void Dispose()
    {
        if (!_process.HasExited) _process.Kill();
        _process.WaitForExit();
        _process.Dispose();
    }

    private async Task<bool> IsReadyAsync(bool isHttp2)
    {
        using var http = new HttpClient { DefaultRequestVersion = isHttp2 ? HttpVersion.Version20 : HttpVersion.Version11, DefaultVersionPolicy = HttpVersionPolicy.RequestVersionExact };
        for (var begun = Stopwatch.GetTimestamp(); Stopwatch.GetElapsedTime(begun) < Patience && !_process.HasExited; await Task.Delay(Pause))
        {
            try
            {
                using var response = await http.GetAsync(new Uri(Address, "health/ready"));
                if (response.IsSuccessStatusCode) return true;
            }
            catch (HttpRequestException)
            {
                // It does not listen yet.
            }
        }

        return false;
    }

    private static string[] Parts(string file) => File.ReadAllText(file).Split('\0', StringSplitOptions.RemoveEmptyEntries);
}
