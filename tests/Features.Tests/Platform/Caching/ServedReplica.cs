using System.Buffers.Text;
using System.Net;
using System.Net.Sockets;
using System.Text;
using Dugout.Tests.Support;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Hosting;
using Microsoft.AspNetCore.Hosting.Server;
using Microsoft.AspNetCore.Mvc.Testing;
using Microsoft.AspNetCore.TestHost;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Hosting;

namespace Dugout.Features.Tests.Platform.Caching;

/// <summary>A replica in this process on a port of its own, with the server that ships. Counts the requests that reach its pipeline.</summary>
internal sealed class ServedReplica : IAsyncDisposable
{
    private readonly WebApplicationFactory<Program> _replica;
    private readonly Pipeline _pipeline = new();

    private ServedReplica(Shop shop, (string Name, string Value)[] settings)
    {
        _replica = shop.Replica(new AsItShips(), [.. settings, ("urls", "http://127.0.0.1:0")])
            .WithWebHostBuilder(host => host.ConfigureTestServices(services => services.AddSingleton<IStartupFilter>(_pipeline)));
        _replica.UseKestrel(0);
        Http = _replica.CreateClient();
    }

    /// <summary>Its client.</summary>
    public HttpClient Http { get; }

    /// <summary>Its services.</summary>
    public IServiceProvider Services => _replica.Services;

    /// <summary>Starts one that hears invalidations.</summary>
    public static async Task<ServedReplica> StartAsync(Shop shop, params (string Name, string Value)[] settings)
    {
        var replica = await StartSilentAsync(shop, settings);
        await Until.HeardAsync(replica.Services);
        return replica;
    }

    /// <summary>Starts one that hears no invalidations, because it caches nothing in memory.</summary>
    public static Task<ServedReplica> StartSilentAsync(Shop shop, params (string Name, string Value)[] settings) => Task.FromResult(new ServedReplica(shop, settings));

    /// <summary>A connection of its own.</summary>
    public RawConnection Connect() => new(Http.BaseAddress!.Port);

    /// <summary>Whether a request reaches the pipeline.</summary>
    public bool Passes(RawConnection connection, string path, params string[] headers)
    {
        var before = _pipeline.Count;
        connection.Get(path, headers);
        return _pipeline.Count > before;
    }

    /// <summary>Requests an address until its response is sent before the pipeline.</summary>
    public async Task<RawConnection> CachedAsync(string path, params string[] headers)
    {
        var connection = Connect();
        await Wait.UntilAsync($"{path} is sent before the pipeline", () => Task.FromResult(!Passes(connection, path, headers)));
        return connection;
    }

    public async ValueTask DisposeAsync()
    {
        Http.Dispose();
        await _replica.DisposeAsync();
    }

    private sealed class Pipeline : IStartupFilter
    {
        private int _count;

        public int Count => Volatile.Read(ref _count);

        public Action<IApplicationBuilder> Configure(Action<IApplicationBuilder> next) => app =>
        {
            app.Use((context, proceed) =>
            {
                Interlocked.Increment(ref _count);
                return proceed(context);
            });
            next(app);
        };
    }

    /// <summary>The factory registers a server of its own after the program has registered its own, wrapped one.</summary>
    private sealed class AsItShips : WebApplicationFactory<Program>
    {
        protected override IHost CreateHost(IHostBuilder builder)
        {
            builder.ConfigureServices(services => services.Remove(services.Last(service => service.ServiceType == typeof(IServer))));
            return base.CreateHost(builder);
        }
    }
}

/// <summary>A connection that shows each byte of a response, and that allocates nothing for an exchange.</summary>
internal sealed class RawConnection : IDisposable
{
    private readonly Socket _socket = new(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp) { NoDelay = true };
    private readonly byte[] _received = new byte[1 << 20];

    public RawConnection(int port) => _socket.Connect(IPAddress.Loopback, port);

    public static byte[] RequestOf(string path, params string[] headers) => MessageOf("GET", path, headers);

    /// <summary>Requests an address, and returns the response without the line of its date.</summary>
    public string Get(string path, params string[] headers) => Send("GET", path, headers);

    public string Send(string method, string path, params string[] headers)
    {
        var text = Encoding.UTF8.GetString(_received, 0, Exchange(MessageOf(method, path, headers), hasBody: method != "HEAD"));
        return string.Join("\r\n", text.Split("\r\n").Where(line => !line.StartsWith("Date: ", StringComparison.Ordinal)));
    }

    /// <summary>Sends a request and receives the response.</summary>
    /// <returns>Its length.</returns>
    public int Exchange(ReadOnlySpan<byte> request, bool hasBody = true)
    {
        _socket.Send(request);
        var length = 0;
        while (true)
        {
            var received = _socket.Receive(_received.AsSpan(length));
            length += received;
            if (received == 0 || LengthOf(_received.AsSpan(0, length), hasBody) == length)
                return length;
        }
    }

    public void Dispose() => _socket.Dispose();

    private static byte[] MessageOf(string method, string path, string[] headers) =>
        Encoding.ASCII.GetBytes($"{method} {path} HTTP/1.1\r\nHost: shop\r\n{string.Concat(headers.Select(header => $"{header}\r\n"))}\r\n");

    /// <summary>The length of a response; -1 while its headers are incomplete.</summary>
    private static int LengthOf(ReadOnlySpan<byte> response, bool hasBody)
    {
        var end = response.IndexOf("\r\n\r\n"u8);
        if (end < 0)
            return -1;
        var head = response[..(end + 4)];
        var at = head.IndexOf("Content-Length: "u8);
        return head.Length + (hasBody && at >= 0 && Utf8Parser.TryParse(head[(at + 16)..], out int body, out _) ? body : 0);
    }
}
