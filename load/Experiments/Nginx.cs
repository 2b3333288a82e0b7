using System.Diagnostics;
using System.Globalization;
using System.Net;
using System.Net.Sockets;
using Dugout.Infrastructure;

namespace Dugout.Load.Experiments;

/// <summary>
/// An nginx before the API replicas of a system, one process on a free port: connections to replicas are kept, and what it answers isn't logged. Disposing of it ends it.
/// </summary>
internal sealed class Nginx : IDisposable
{
    /// <summary>As which its process is listed among the system's.</summary>
    public const string Name = "nginx";

    private const string ErrorLog = "error.log";

    // What it writes when it may open no more, in the words of the system.
    private const string TooManyFiles = "Too many open files";

    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(10);

    private readonly Process _process;
    private readonly string _folder;

    private Nginx(Process process, string folder, Uri address) => (_process, _folder, Address) = (process, folder, address);

    /// <summary>Where it listens.</summary>
    public Uri Address { get; }

    /// <summary>Its process.</summary>
    public int Process => _process.Id;

    /// <summary>How often it could not open a file or a connection, by its own log.</summary>
    public int Refusals => File.ReadLines(Path.Combine(_folder, ErrorLog)).Count(line => line.Contains(TooManyFiles, StringComparison.Ordinal));

    /// <summary>Starts one, and waits until it takes connections.</summary>
    /// <param name="replicas">Where the replicas are.</param>
    /// <param name="files">How many files it may open; null for many more than it needs.</param>
    /// <param name="folder">For its configuration, its log and what it puts aside; made anew.</param>
    /// <param name="cancel">Gives up.</param>
    /// <exception cref="NoSystemException">It can't be had here, or did not start.</exception>
    public static async Task<Nginx> StartAsync(IEnumerable<Uri> replicas, int? files, string folder, CancellationToken cancel)
    {
        var program = await FindAsync(cancel).ConfigureAwait(false);
        Directory.CreateDirectory(folder);
        var port = FreePort();
        var configuration = Path.Combine(folder, "nginx.conf");
        await File.WriteAllTextAsync(configuration, Configuration(replicas, files ?? 100_000, port), cancel).ConfigureAwait(false);
        var start = new ProcessStartInfo(program.Path, ["-p", folder, "-c", configuration, "-e", ErrorLog]) { RedirectStandardError = true };
        foreach (var (name, value) in program.Environment) start.Environment[name] = value;
        var process = System.Diagnostics.Process.Start(start)!;
        var complaint = process.StandardError.ReadToEndAsync(CancellationToken.None);
        var nginx = new Nginx(process, folder, new Uri(string.Create(CultureInfo.InvariantCulture, $"http://127.0.0.1:{port}/")));
        for (var begun = Stopwatch.GetTimestamp(); !await ListensAsync(port, cancel).ConfigureAwait(false); await Task.Delay(20, cancel).ConfigureAwait(false))
        {
            if (!process.HasExited && Stopwatch.GetElapsedTime(begun) < Patience) continue;
            nginx.Dispose();
            throw new NoSystemException($"nginx did not start: {(await complaint.ConfigureAwait(false)).Trim()}");
        }

        return nginx;
    }

    /// <inheritdoc/>
    public void Dispose()
    {
        if (!_process.HasExited) _process.Kill(entireProcessTree: true);
        _process.WaitForExit();
        _process.Dispose();
    }

    /// <summary>
    /// One process does all, so that its CPU is that process' own and its limit of files counts for all connections. What it may open is set here, not by hand on a running one, so that
    /// it is the same after every start.
    /// </summary>
    internal static string Configuration(IEnumerable<Uri> replicas, int files, int port) => string.Create(CultureInfo.InvariantCulture,
        $$"""
        daemon off;
        master_process off;
        worker_rlimit_nofile {{files}};
        pid nginx.pid;
        error_log {{ErrorLog}} crit;
        events { worker_connections 20000; }
        http {
            access_log off;
            client_body_temp_path body;
            proxy_temp_path proxy;
            fastcgi_temp_path fastcgi;
            uwsgi_temp_path uwsgi;
            scgi_temp_path scgi;
            client_max_body_size 1m;
            upstream api {
                {{string.Join("\n        ", replicas.Select(replica => $"server {replica.Host}:{replica.Port};"))}}
                keepalive 256;
            }
            server {
                listen 127.0.0.1:{{port}};
                location / {
                    proxy_pass http://api;
                    proxy_http_version 1.1;
                    proxy_set_header Connection "";
                    proxy_set_header Host $http_host;
                    proxy_set_header X-Forwarded-For $remote_addr;
                    proxy_read_timeout 5s;
                }
            }
        }

        """);

    private static async Task<ServerProgram> FindAsync(CancellationToken cancel)
    {
        try
        {
            return await NginxProgram.FindAsync(ServerSettings.FromEnvironment(), _ => { }, cancel).ConfigureAwait(false);
        }
        catch (StartRefusedException refused)
        {
            throw new NoSystemException(refused.Message);
        }
    }

    private static int FreePort()
    {
        using var free = new TcpListener(IPAddress.Loopback, 0);
        free.Start();
        return ((IPEndPoint)free.LocalEndpoint).Port;
    }

    private static async Task<bool> ListensAsync(int port, CancellationToken cancel)
    {
        using var socket = new Socket(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp);
        try
        {
            await socket.ConnectAsync(IPAddress.Loopback, port, cancel).ConfigureAwait(false);
            return true;
        }
        catch (SocketException)
        {
            return false;
        }
    }
}
