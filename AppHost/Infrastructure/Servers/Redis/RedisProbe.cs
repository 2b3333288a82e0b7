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

    /// <summary>Parses <c>host:port,password=…</c>, options before or after the address; of several servers the first.</summary>
    /// <exception cref="FormatException">The host is missing, the port is not a number, or an option is not supported here. The message quotes nothing, as the text contains passwords.</exception>
    public static RedisAddress Of(string connectionString)
    {
        var parts = connectionString.Split(',', StringSplitOptions.TrimEntries | StringSplitOptions.RemoveEmptyEntries).Select(part => part.Split('=', 2, StringSplitOptions.TrimEntries)).ToList();
        if (string.Equals(Option("ssl"), "true", StringComparison.OrdinalIgnoreCase))
            throw new FormatException("it requires TLS, which these checks do not support");

        var address = parts.FirstOrDefault(part => part.Length == 1)?[0] ?? "";
        var colon = address.LastIndexOf(':');
        var host = colon < 0 ? address : address[..colon];
        ushort port = UsualPort;
        if (host.Length == 0 || host.Contains('/', StringComparison.Ordinal) || (colon >= 0 && !ushort.TryParse(address[(colon + 1)..], NumberStyles.None, CultureInfo.InvariantCulture, out port)))
            throw new FormatException("the connection string has no host and port");
        return new(host, port, Option("user"), Option("password"));

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
    public static async Task<string?> QueryAsync(RedisAddress server, string command, string expected, CancellationToken cancellation)
    {
        using var client = new TcpClient();
        await client.ConnectAsync(server.Host, server.Port, cancellation);
        await using var stream = client.GetStream();
        using var reader = new StreamReader(stream, Encoding.ASCII);
        return (server.Password is { } password ? await AnswerAsync("+OK", ["AUTH", .. server.User is { } user ? (string[])[user] : [], password]) : null)
            ?? await AnswerAsync(expected, command);

        async Task<string?> AnswerAsync(string good, params string[] words)
        {
            var array = string.Concat(words.Select(word => $"${Encoding.UTF8.GetByteCount(word)}\r\n{word}\r\n"));
            await stream.WriteAsync(Encoding.UTF8.GetBytes($"*{words.Length}\r\n{array}"), cancellation);
            var answer = await reader.ReadLineAsync(cancellation) ?? "it closed the connection";
            return answer == good ? null : answer;
        }
    }
}
