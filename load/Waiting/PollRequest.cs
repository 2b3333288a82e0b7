using System.Text;

namespace Dugout.Load.Waiting;

/// <summary>
/// The request by which the waiting page reads the public document, with the headers that a browser adds, because the gateway parses all of them. A browser revalidates its copy, so the entity
/// tag of the fan's last response is sent, too.
/// </summary>
internal sealed class PollRequest
{
    /// <summary>Maximum size of a request, in bytes.</summary>
    public const int MostBytes = 4_096;

    private readonly byte[] _head;

    /// <summary>Makes the requests of a crowd.</summary>
    /// <param name="server">The gateway.</param>
    /// <param name="game">The game with the waiting room.</param>
    /// <param name="session">The access token in the session cookie.</param>
    public PollRequest(Uri server, long game, string session) => _head = Encoding.ASCII.GetBytes(
        $"""
        GET /api/games/{game}/waiting-room HTTP/1.1
        Host: {server.Authority}
        Connection: keep-alive
        sec-ch-ua-platform: "Android"
        User-Agent: Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile Safari/537.36
        Accept: application/json
        sec-ch-ua: "Chromium";v="142", "Google Chrome";v="142", "Not_A Brand";v="99"
        sec-ch-ua-mobile: ?1
        Sec-Fetch-Site: same-origin
        Sec-Fetch-Mode: cors
        Sec-Fetch-Dest: empty
        Referer: {server.GetLeftPart(UriPartial.Authority)}/games/{game}/waiting-room
        Accept-Encoding: gzip, deflate, br, zstd
        Accept-Language: ko-KR,ko;q=0.9,en-US;q=0.8,en;q=0.7
        Cookie: dugout-session={session}

        """.ReplaceLineEndings("\r\n"));

    /// <summary>Writes a request.</summary>
    /// <param name="tag">The entity tag of the fan's copy; empty for none.</param>
    /// <param name="buffer">Room for <see cref="MostBytes"/>.</param>
    /// <returns>Its length in bytes.</returns>
    public int Write(ReadOnlySpan<byte> tag, Span<byte> buffer)
    {
        var rest = Append(_head, buffer);
        if (!tag.IsEmpty) rest = Append("\r\n"u8, Append(tag, Append("If-None-Match: "u8, rest)));
        rest = Append("\r\n"u8, rest);
        return buffer.Length - rest.Length;
    }

    private static Span<byte> Append(ReadOnlySpan<byte> text, Span<byte> buffer)
    {
        text.CopyTo(buffer);
        return buffer[text.Length..];
    }
}
