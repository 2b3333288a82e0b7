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

    /// <summary>Reads <c>host:port,password=…</c>; of several servers the first.</summary>
    /// <exception cref="FormatException">The port is no number.</exception>
    public static RedisAddress Of(string connectionString)
    {
        var parts = connectionString.Split(',');
        if (parts[0].LastIndexOf(':') is var colon && colon < 0)
            return new(parts[0], UsualPort, Option("user="), Option("password="));
        return ushort.TryParse(parts[0][(colon + 1)..], NumberStyles.None, CultureInfo.InvariantCulture, out var port)
            ? new(parts[0][..colon], port, Option("user="), Option("password="))
            : throw new FormatException($"'{parts[0][(colon + 1)..]}' is no port.");

        string? Option(string name) => parts.Select(part => part.Trim()).FirstOrDefault(part => part.StartsWith(name, StringComparison.OrdinalIgnoreCase))?[name.Length..];
    }
}

/// <summary>
/// A question to Redis on a connection of its own, by its protocol's lines. Nothing stays open, and a check every few seconds costs next to nothing: a client that keeps
/// its connections, as the services have, would be most of what an idle AppHost does.
/// </summary>
internal static class RedisQuestions
{
    /// <summary>Asks once.</summary>
    /// <param name="server">Whom.</param>
    /// <param name="command">A command without spaces in its arguments.</param>
    /// <param name="expected">What it answers if all is well.</param>
    /// <param name="cancellation">Gives up.</param>
    /// <returns>Null when it answered so; else what it said, or that it didn't.</returns>
    /// <exception cref="SocketException">It isn't there.</exception>
    /// <exception cref="IOException">The connection broke.</exception>
    public static async Task<string?> AskAsync(RedisAddress server, string command, string expected, CancellationToken cancellation)
    {
        using var client = new TcpClient();
        await client.ConnectAsync(server.Host, server.Port, cancellation);
        await using var stream = client.GetStream();
        using var reader = new StreamReader(stream, Encoding.ASCII);
        return (server.Password is { } password ? await AnswerAsync($"AUTH {(server.User is { } user ? user + " " : "")}{password}", "+OK") : null)
            ?? await AnswerAsync(command, expected);

        async Task<string?> AnswerAsync(string line, string good)
        {
            await stream.WriteAsync(Encoding.UTF8.GetBytes(line + "\r\n"), cancellation);
            var answer = await reader.ReadLineAsync(cancellation) ?? "it closed the connection";
            return answer == good ? null : answer;
        }
    }
}
