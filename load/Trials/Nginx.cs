using System.Diagnostics;
using System.Globalization;
using System.Net;
using System.Net.Sockets;
using Dugout.Infrastructure.Processes;
using Dugout.Infrastructure.Run;
using Dugout.Infrastructure.Servers;
using Dugout.Load.Client;
using Dugout.Load.Experiments;

namespace Dugout.Load.Trials;

/// <summary>
/// An nginx before the API replicas of a system, on a free port, without an access log. A shell supervises it and ends it when this program ends, however that happens.
/// Disposing ends it.
/// </summary>
internal sealed class Nginx : IDisposable
{
    private const string ErrorLog = "error.log";

    // Its log message when it may open no more files, in the words of the system.
    private const string TooManyFiles = "Too many open files";

    private const int ManyFiles = 100_000;

    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(10);

    private readonly Process _keeper;
    private readonly string _folder;

    private Nginx(Process keeper, string folder, Uri address) => (_keeper, _folder, Address) = (keeper, folder, address);

    /// <summary>Its address.</summary>
    public Uri Address { get; }

    /// <summary>Its workers, which do all the work, by their names in the list of the system's processes.</summary>
    public IReadOnlyList<(string Name, int Process)> Workers { get; private set; } = [];

    /// <summary>How often it could not open a file or a connection, by its own log.</summary>
    public int Rejections => File.ReadLines(Path.Combine(_folder, ErrorLog)).Count(line => line.Contains(TooManyFiles, StringComparison.Ordinal));

    /// <summary>Starts one, and waits until it accepts connections.</summary>
    /// <param name="replicas">The addresses of the replicas.</param>
    /// <param name="settings">Its configuration.</param>
    /// <param name="folder">The folder for its configuration, log and temporary files; created anew.</param>
    /// <param name="cancel">Cancels the start.</param>
    /// <exception cref="NoSystemException">It is not available here, or did not start.</exception>
    public static async Task<Nginx> StartAsync(IEnumerable<Uri> replicas, NginxSettings settings, string folder, CancellationToken cancel)
    {
        var program = await FindAsync(cancel);
        Directory.CreateDirectory(folder);
        var port = FreePort();
        var configuration = Path.Combine(folder, "nginx.conf");
        await File.WriteAllTextAsync(configuration, Configuration(replicas, settings, port), cancel);
        // A session of its own, so that after Ctrl-C a run can finish its step. The shell waits for the end of its input, which comes however this program ends.
        const string Keep = """
            "$@" & read -r _; kill -TERM $! 2>/dev/null; wait $!
            """;
        var start = new ProcessStartInfo("setsid", ["bash", "-c", Keep, "nginx", program.Path, "-p", folder, "-c", configuration, "-e", ErrorLog]) { RedirectStandardInput = true, RedirectStandardError = true };
        foreach (var (name, value) in program.Environment) start.Environment[name] = value;
        var nginx = new Nginx(Process.Start(start)!, folder, new Uri(string.Create(CultureInfo.InvariantCulture, $"http://127.0.0.1:{port}/")));
        var complaint = nginx._keeper.StandardError.ReadToEndAsync(CancellationToken.None);
        try
        {
            for (var begun = Stopwatch.GetTimestamp(); !await nginx.ServesAsync(settings.Workers, cancel); await Task.Delay(20, cancel))
            {
                if (Stopwatch.GetElapsedTime(begun) < Patience && !complaint.IsCompleted) continue;
                nginx.Dispose();
                throw new NoSystemException($"nginx did not start: {(await complaint).Trim()}");
            }
        }
        catch (OperationCanceledException)
        {
            nginx.Dispose();
            throw;
        }

        return nginx;
    }

    /// <inheritdoc/>
    public void Dispose()
    {
        _keeper.StandardInput.Dispose();
        if (!_keeper.WaitForExit(Patience)) _keeper.Kill(entireProcessTree: true);
        _keeper.WaitForExit();
        _keeper.Dispose();
    }

    /// <summary>
    /// Workers under a master, since only those respect the file limit set here: the limit is in the configuration rather than set on the running process, so that it is the
    /// same after every start. Only root may run workers as another user, which would lock them out of this folder.
    /// </summary>
    internal static string Configuration(IEnumerable<Uri> replicas, NginxSettings settings, int port) => string.Create(CultureInfo.InvariantCulture,
        $$"""
        daemon off;
        {{(Environment.IsPrivilegedProcess ? "user root;" : "")}}
        worker_processes {{settings.Workers}};
        worker_rlimit_nofile {{settings.Files ?? ManyFiles}};
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
                {{(settings.SharesCounts ? "zone api 128k;" : "")}}
                {{(settings.LeastConnections ? "least_conn;" : "")}}
                {{string.Join("\n        ", replicas.Select(replica => $"server {replica.Host}:{replica.Port};"))}}
                {{(settings.KeepsConnections ? "keepalive 256;" : "")}}
            }
            server {
                listen 127.0.0.1:{{port}};
                location / {
                    proxy_pass http://api;
                    proxy_http_version 1.1;
                    proxy_set_header Connection {{(settings.KeepsConnections ? "\"\"" : "close")}};
                    proxy_set_header Host $http_host;
                    proxy_set_header X-Forwarded-For $remote_addr;
                    proxy_read_timeout 5s;
                }
            }
        }

        """);

    /// <summary>Whether all workers run and the port is open: checked by the process id in our own folder, so that another program that took the port first is not mistaken for
    /// it.</summary>
    private async Task<bool> ServesAsync(int workers, CancellationToken cancel)
    {
        var pid = Path.Combine(_folder, "nginx.pid");
        if (!File.Exists(pid) || !int.TryParse(await File.ReadAllTextAsync(pid, cancel), CultureInfo.InvariantCulture, out var master))
            return false;
        var children = $"/proc/{master}/task/{master}/children";
        if (!File.Exists(children)) return false;
        var found = (await File.ReadAllTextAsync(children, cancel)).Split(' ', StringSplitOptions.RemoveEmptyEntries);
        Workers = [.. found.Select((worker, n) => (string.Create(CultureInfo.InvariantCulture, $"{NginxSettings.WorkerName}{n + 1}"), int.Parse(worker, CultureInfo.InvariantCulture)))];
        return found.Length == workers && await ListensAsync(Address.Port, cancel);
    }

    private static async Task<ServerProgram> FindAsync(CancellationToken cancel)
    {
        try
        {
            return await NginxProgram.FindAsync(ServerSettings.FromEnvironment(), _ => { }, cancel);
        }
        catch (StartFailedException error)
        {
            throw new NoSystemException(error.Message);
        }
    }

    /// <summary>A port that is free now.</summary>
    internal static int FreePort()
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
            await socket.ConnectAsync(IPAddress.Loopback, port, cancel);
            return true;
        }
        catch (SocketException)
        {
            return false;
        }
    }
}
