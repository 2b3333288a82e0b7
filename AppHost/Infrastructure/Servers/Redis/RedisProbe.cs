using System.Globalization;
using System.Net.Sockets;
using System.Text;

namespace Dugout.Infrastructure.Servers.Redis;

/// <summary>Address and credentials of a Redis: the part of StackExchange.Redis' connection string that contains them, without options.</summary>
/// <param name="Host">A host name or an IP address.</param>
/// <param name="Port">The port; Redis' default where the text has none.</param>
/// <param name="User">Null for the default user.</param>
/// <param name="Password">Null for none.</param>
internal sealed record RedisAddress(string Host, int Port, string? User, string? Password)
{
    private const int UsualPort = 6379;

    /// <summary>The address as one text.</summary>
    public string HostAndPort => string.Create(CultureInfo.InvariantCulture, $"{Host}:{Port}");

    /// <summary>Parses a connection string; of several servers the first.</summary>
    /// <inheritdoc cref="AllOf"/>
    public static RedisAddress Of(string connectionString) => AllOf(connectionString)[0];

    /// <summary>Parses <c>host:port,password=…</c>, options before or after the addresses.</summary>
    /// <exception cref="FormatException">The host is missing, the port is not a number, or an option is not supported here. The message quotes nothing, as the text contains passwords.</exception>
    public static IReadOnlyList<RedisAddress> AllOf(string connectionString)
    {
        var parts = connectionString.Split(',', StringSplitOptions.TrimEntries | StringSplitOptions.RemoveEmptyEntries).Select(part => part.Split('=', 2, StringSplitOptions.TrimEntries)).ToList();
        if (string.Equals(Option("ssl"), "true", StringComparison.OrdinalIgnoreCase))
            throw new FormatException("it requires TLS, which these checks do not support");

        return [.. parts.Where(part => part.Length == 1).Select(part => part[0]).DefaultIfEmpty("").Select(Parse)];

        RedisAddress Parse(string address)
        {
            var colon = address.LastIndexOf(':');
            var host = colon < 0 ? address : address[..colon];
            ushort port = UsualPort;
            if (host.Length == 0 || host.Contains('/', StringComparison.Ordinal) || (colon >= 0 && !ushort.TryParse(address[(colon + 1)..], NumberStyles.None, CultureInfo.InvariantCulture, out port)))
                throw new FormatException("the connection string has no host and port");
            return new(host, port, Option("user"), Option("password"));
        }

        string? Option(string name) => parts.FirstOrDefault(part => part.Length == 2 && string.Equals(part[0], name, StringComparison.OrdinalIgnoreCase))?[1];
    }
}

/// <summary>
/// Sends one command to Redis over a separate connection, as an array of its protocol. Nothing stays open, and a check every few seconds costs almost nothing: a client that keeps
/// its connections, as the services do, would be most of the work of an idle AppHost.
/// </summary>
internal static class RedisProbe
{
    /// <summary>Sends one command.</summary>
    /// <param name="server">The server.</param>
    /// <param name="command">A command without arguments.</param>
    /// <param name="expected">The expected response.</param>
    /// <param name="cancellation">Cancels the command.</param>
    /// <returns>Null for the expected response; else the actual response, or that there was none.</returns>
    /// <exception cref="SocketException">The server is unavailable.</exception>
    /// <exception cref="IOException">The connection broke.</exception>
    public static async Task<string?> QueryAsync(RedisAddress server, string command, string expected, CancellationToken cancellation) =>
        await SendAsync(server, [command], cancellation) is var answer && answer == expected ? null : answer;

    /// <summary>Sends one command.</summary>
    /// <param name="server">The server.</param>
    /// <param name="command">The words of the command.</param>
    /// <param name="cancellation">Cancels the command.</param>
    /// <returns>The response, with the mark of its type; of a text only the text.</returns>
    /// <exception cref="SocketException">The server is unavailable.</exception>
    /// <exception cref="IOException">The connection broke.</exception>
    public static async Task<string> SendAsync(RedisAddress server, string[] command, CancellationToken cancellation)
    {
        using var client = new TcpClient();
        await client.ConnectAsync(server.Host, server.Port, cancellation);
        await using var stream = client.GetStream();
        using var reader = new StreamReader(stream, Encoding.ASCII);
        var rejected = server.Password is { } password && await AnswerAsync(["AUTH", .. server.User is { } user ? (string[])[user] : [], password]) is var answer && answer != "+OK" ? answer : null;
        return rejected ?? await AnswerAsync(command);

        async Task<string> AnswerAsync(string[] words)
        {
            var array = string.Concat(words.Select(word => $"${Encoding.UTF8.GetByteCount(word)}\r\n{word}\r\n"));
            await stream.WriteAsync(Encoding.UTF8.GetBytes($"*{words.Length}\r\n{array}"), cancellation);
            var line = await reader.ReadLineAsync(cancellation) ?? "it closed the connection";
            if (!line.StartsWith('$') || !int.TryParse(line.AsSpan(1), NumberStyles.None, CultureInfo.InvariantCulture, out var length))
                return line;
            var text = new char[length];
            return new(text, 0, await reader.ReadBlockAsync(text, cancellation));
        }
    }
}
