using System.Buffers;
using System.Text;

namespace Dugout.ResourceService;

/// <summary>
/// Writes one message in protobuf's wire format (protobuf.dev, "Encoding"), field by field. An empty text and a false flag are
/// left out, as they are what a reader finds in a field that isn't there; numbers, times and messages are always written.
/// </summary>
internal sealed class ProtoWriter
{
    private const int Varint = 0;
    private const int LengthDelimited = 2;

    /// <summary>7 bits a byte: no number takes more.</summary>
    private const int LongestVarint = 10;

    private readonly ArrayBufferWriter<byte> _bytes = new();

    /// <summary>What has been written so far.</summary>
    public ReadOnlyMemory<byte> Written => _bytes.WrittenMemory;

    /// <summary>A text, unless it is null or empty.</summary>
    public ProtoWriter Text(int field, string? value) => string.IsNullOrEmpty(value) ? this : Bytes(field, Encoding.UTF8.GetBytes(value));

    /// <summary>A text, also an empty one: where the field's being there says something.</summary>
    public ProtoWriter TextEvenIfEmpty(int field, string value) => Bytes(field, Encoding.UTF8.GetBytes(value));

    /// <summary>A number or the number of an enumeration's member.</summary>
    public ProtoWriter Number(int field, long value)
    {
        Key(field, Varint);
        Raw((ulong)value);
        return this;
    }

    /// <summary>A flag, if it is set.</summary>
    public ProtoWriter Flag(int field, bool value) => value ? Number(field, 1) : this;

    /// <summary>A message within this one.</summary>
    public ProtoWriter Message(int field, Action<ProtoWriter> write)
    {
        var inner = new ProtoWriter();
        write(inner);
        return Bytes(field, inner.Written.Span);
    }

    /// <summary>A moment after 1970 as protobuf's Timestamp, seconds since then and nanoseconds, unless it is null. Of a kind that isn't said it is UTC.</summary>
    public ProtoWriter Time(int field, DateTime? value)
    {
        if (value is not { } time)
            return this;
        var since = (time.Kind == DateTimeKind.Local ? time.ToUniversalTime() : time) - DateTime.UnixEpoch;
        return Message(field, inner => inner
            .Number(1, since.Ticks / TimeSpan.TicksPerSecond)
            .Number(2, since.Ticks % TimeSpan.TicksPerSecond * TimeSpan.NanosecondsPerTick));
    }

    private ProtoWriter Bytes(int field, ReadOnlySpan<byte> value)
    {
        Key(field, LengthDelimited);
        Raw((ulong)value.Length);
        _bytes.Write(value);
        return this;
    }

    private void Key(int field, int kind) => Raw(((ulong)field << 3) | (uint)kind);

    private void Raw(ulong value)
    {
        var space = _bytes.GetSpan(LongestVarint);
        var length = 0;
        for (; value >= 0x80; value >>= 7)
            space[length++] = (byte)(value | 0x80);
        space[length++] = (byte)value;
        _bytes.Advance(length);
    }
}
