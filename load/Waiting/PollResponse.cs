using System.Buffers.Text;
using System.Text;

namespace Dugout.Load.Waiting;

/// <summary>A response to a poll, as far as it must be understood to check it and to send its entity tag with the next poll.</summary>
internal readonly ref struct PollResponse
{
    private const int Ok = 200;
    private const int NotModified = 304;
    private const int Digits = 3;

    /// <summary>Its status.</summary>
    public int Status { get; private init; }

    /// <summary>Its entity tag; empty for none.</summary>
    public ReadOnlySpan<byte> Tag { get; private init; }

    /// <summary>Its body.</summary>
    public ReadOnlySpan<byte> Body { get; private init; }

    /// <summary>Its length with head and body, in bytes.</summary>
    public int Length { get; private init; }

    /// <summary>Whether it is a new document.</summary>
    public bool IsChanged => Status == Ok;

    /// <summary>Whether it is the document of a waiting room with an entity tag, or says that the fan has it.</summary>
    public bool IsRight => Status == NotModified || (IsChanged && !Tag.IsEmpty && Body.StartsWith("""{"state":"""u8) && Body.EndsWith("}"u8) && !Body.StartsWith("""{"state":"none","""u8));

    /// <summary>Reads the first response of what was received.</summary>
    /// <returns>Whether it was received completely.</returns>
    /// <exception cref="InvalidDataException">It is no response of HTTP/1.1, or one without a length.</exception>
    public static bool TryRead(ReadOnlySpan<byte> received, out PollResponse response)
    {
        response = default;
        var end = received.IndexOf("\r\n\r\n"u8);
        if (end < 0) return false;
        var head = received[..end];
        var rest = received[(end + "\r\n\r\n"u8.Length)..];
        var start = "HTTP/1.1 "u8;
        if (!head.StartsWith(start) || head.Length < start.Length + Digits || !Utf8Parser.TryParse(head.Slice(start.Length, Digits), out int status, out var digits) || digits != Digits) throw new InvalidDataException("no response of HTTP/1.1");
        var length = status == NotModified ? 0 : -1;
        ReadOnlySpan<byte> tag = [];
        foreach (var line in head.Split("\r\n"u8))
        {
            if (ValueOf(head[line], "Content-Length:"u8) is { IsEmpty: false } number && Utf8Parser.TryParse(number, out int bytes, out _)) length = bytes;
            if (ValueOf(head[line], "ETag:"u8) is { IsEmpty: false } value) tag = value;
        }

        if (length < 0) throw new InvalidDataException("a response without a length");
        if (rest.Length < length) return false;
        response = new() { Status = status, Tag = tag, Body = rest[..length], Length = received.Length - rest.Length + length };
        return true;
    }

    private static ReadOnlySpan<byte> ValueOf(ReadOnlySpan<byte> line, ReadOnlySpan<byte> name) =>
        line.Length > name.Length && Ascii.EqualsIgnoreCase(line[..name.Length], name) ? line[name.Length..].Trim((byte)' ') : [];
}
