using System.Buffers.Binary;
using System.Globalization;
using Microsoft.AspNetCore.Http;

namespace Dugout.ResourceService;

/// <summary>How a call ended, by gRPC's numbers.</summary>
internal enum GrpcStatus
{
    /// <summary>As it should.</summary>
    Ok = 0,

    /// <summary>The request can't be read.</summary>
    InvalidArgument = 3,

    /// <summary>What it names isn't there.</summary>
    NotFound = 5,

    /// <summary>There is no such call.</summary>
    Unimplemented = 12,

    /// <summary>Something went wrong on this side.</summary>
    Internal = 13,

    /// <summary>This side stops.</summary>
    Unavailable = 14,

    /// <summary>The key is missing or wrong.</summary>
    Unauthenticated = 16,
}

/// <summary>
/// One gRPC call over HTTP/2 (github.com/grpc/grpc, doc/PROTOCOL-HTTP2.md): messages behind a byte that says "not compressed" and four with
/// their length, the highest first; the outcome behind the last of them.
/// </summary>
internal sealed class GrpcCall
{
    private const string ContentType = "application/grpc";
    private const int HeaderBytes = 5;

    /// <summary>Requests name a resource or a command; a longer one isn't one of them.</summary>
    private const int LongestRequest = 64 * 1024;

    private readonly HttpContext _context;

    /// <summary>Takes a request that is one.</summary>
    public GrpcCall(HttpContext context)
    {
        _context = context;
        context.Response.ContentType = ContentType;
    }

    /// <summary>Whether it is one at all.</summary>
    public static bool IsOne(HttpContext context) =>
        HttpMethods.IsPost(context.Request.Method) && context.Request.ContentType?.StartsWith(ContentType, StringComparison.Ordinal) == true;

    /// <summary>The request's message.</summary>
    /// <exception cref="InvalidDataException">It has none, or one that can't be read.</exception>
    public async Task<ProtoMessage> ReadAsync(CancellationToken cancellation)
    {
        try
        {
            var header = new byte[HeaderBytes];
            await _context.Request.Body.ReadExactlyAsync(header, cancellation);
            var length = BinaryPrimitives.ReadUInt32BigEndian(header.AsSpan(1));
            if (header[0] != 0 || length > LongestRequest)
                throw new InvalidDataException("The message is compressed, or longer than any request is.");
            var message = new byte[length];
            await _context.Request.Body.ReadExactlyAsync(message, cancellation);
            return ProtoMessage.Read(message);
        }
        catch (EndOfStreamException broken)
        {
            throw new InvalidDataException("The request breaks off.", broken);
        }
    }

    /// <summary>Begins the answer, before its first message is there.</summary>
    public Task BeginAsync(CancellationToken cancellation) => _context.Response.Body.FlushAsync(cancellation);

    /// <summary>Sends a message.</summary>
    public async Task SendAsync(ProtoWriter message, CancellationToken cancellation)
    {
        var header = new byte[HeaderBytes];
        BinaryPrimitives.WriteUInt32BigEndian(header.AsSpan(1), (uint)message.Written.Length);
        await _context.Response.Body.WriteAsync(header, cancellation);
        await _context.Response.Body.WriteAsync(message.Written, cancellation);
        await _context.Response.Body.FlushAsync(cancellation);
    }

    /// <summary>Says how it ended: behind the messages, or instead of any.</summary>
    public void End(GrpcStatus status, string message = "")
    {
        Say("grpc-status", ((int)status).ToString(CultureInfo.InvariantCulture));
        if (message.Length > 0)
            Say("grpc-message", Uri.EscapeDataString(message));
    }

    private void Say(string name, string value)
    {
        if (_context.Response.HasStarted)
            _context.Response.AppendTrailer(name, value);
        else
            _context.Response.Headers[name] = value;
    }
}
