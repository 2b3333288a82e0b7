using System.Globalization;
using System.Net.Sockets;
using System.Text;

namespace Dugout.Infrastructure;

/// <summary>Where a Redis is and how it lets us in: the part of StackExchange.Redis' form that says so, without its options.</summary>
/// <param name="Host">A name or an address.</param>
/// <param name="Port">Redis' own where none is given.</param>
/// <param name="User">Null for the usual one.</param>
/// <param name="Password">Null for none.</param>
internal sealed record RedisAddress(string Host, int Port, string? User, string? Password)
{
    private const int UsualPort = 6379;

    /// <summary>Reads <c>host:port,password=…</c>, options before or behind the address; of several servers the first.</summary>
    /// <exception cref="FormatException">There is no host, the port is no number, or what is wanted isn't known here. Nothing of the text is told, since passwords are in it.</exception>
    public static RedisAddress Of(string connectionString)
    {
        var parts = connectionString.Split(',', StringSplitOptions.TrimEntries | StringSplitOptions.RemoveEmptyEntries).Select(part => part.Split('=', 2, StringSplitOptions.TrimEntries)).ToList();
        if (string.Equals(Option("ssl"), "true", StringComparison.OrdinalIgnoreCase))
            throw new FormatException("it wants TLS, which the checks here don't speak");

        var address = parts.FirstOrDefault(part => part.Length == 1)?[0] ?? "";
        var colon = address.LastIndexOf(':');
        var host = colon < 0 ? address : address[..colon];
        ushort port = UsualPort;
        if (host.Length == 0 || host.Contains('/', StringComparison.Ordinal) || (colon >= 0 && !ushort.TryParse(address[(colon + 1)..], NumberStyles.None, CultureInfo.InvariantCulture, out port)))
            throw new FormatException("it has no host and port");
        return new(host, port, Option("user"), Option("password"));

        string? Option(string name) => parts.FirstOrDefault(part => part.Length == 2 && string.Equals(part[0], name, StringComparison.OrdinalIgnoreCase))?[1];
    }
}

/// <summary>
/// A question to Redis on a connection of its own, in its protocol's arrays. Nothing stays open, and a check every few seconds costs next to nothing: a client that keeps
/// its connections, as the services have, would be most of what an idle AppHost does.
/// </summary>
internal static class RedisProbe
{
    /// <summary>Asks once.</summary>
    /// <param name="server">Whom.</param>
    /// <param name="command">A command without arguments.</param>
    /// <param name="expected">What it answers if all is well.</param>
    /// <param name="cancellation">Gives up.</param>
    /// <returns>Null when it answered so; else what it said, or that it didn't.</returns>
    /// <exception cref="SocketException">It isn't there.</exception>
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
