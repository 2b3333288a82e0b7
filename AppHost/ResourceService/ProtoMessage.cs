using System.Buffers.Binary;
using System.Text;

namespace Dugout.ResourceService;

/// <summary>One message in protobuf's wire format, read: texts, numbers and messages by the number of their field. What it lacks is empty, nought or not set.</summary>
internal sealed class ProtoMessage
{
    private readonly List<(int Field, ulong Number, ReadOnlyMemory<byte> Bytes)> _fields = [];

    private ProtoMessage()
    {
    }

    /// <summary>Reads a message.</summary>
    /// <exception cref="InvalidDataException">The bytes are none.</exception>
    public static ProtoMessage Read(ReadOnlyMemory<byte> bytes)
    {
        var message = new ProtoMessage();
        for (var at = 0; at < bytes.Length;)
        {
            var key = Varint(bytes.Span, ref at);
            var field = (int)(key >> 3);
            message._fields.Add((key & 7) switch
            {
                0 => (field, Varint(bytes.Span, ref at), default),
                1 => (field, BinaryPrimitives.ReadUInt64LittleEndian(Next(bytes, ref at, sizeof(ulong)).Span), default),
                2 => (field, 0UL, Next(bytes, ref at, Varint(bytes.Span, ref at))),
                5 => (field, BinaryPrimitives.ReadUInt32LittleEndian(Next(bytes, ref at, sizeof(uint)).Span), default),
                var kind => throw new InvalidDataException($"Field {field} is of kind {kind}, which there isn't."),
            });
        }

        return message;
    }

    /// <summary>Whether the field is there.</summary>
    public bool Has(int field) => _fields.Any(one => one.Field == field);

    /// <summary>The last number of this field; nought if there is none.</summary>
    public long Number(int field) => (long)_fields.LastOrDefault(one => one.Field == field).Number;

    /// <summary>Whether the field is set.</summary>
    public bool Flag(int field) => Number(field) != 0;

    /// <summary>The last text of this field; empty if there is none.</summary>
    public string Text(int field) => Encoding.UTF8.GetString(_fields.LastOrDefault(one => one.Field == field).Bytes.Span);

    /// <summary>The messages of this field, in their order.</summary>
    public IEnumerable<ProtoMessage> Messages(int field) => _fields.Where(one => one.Field == field).Select(one => Read(one.Bytes));

    private static ulong Varint(ReadOnlySpan<byte> bytes, ref int at)
    {
        ulong value = 0;
        for (var shift = 0; shift < 64; shift += 7)
        {
            if (at >= bytes.Length)
                throw new InvalidDataException("The message breaks off in a number.");
            var next = bytes[at++];
            value |= (ulong)(next & 0x7f) << shift;
            if (next < 0x80)
                return value;
        }

        throw new InvalidDataException("A number is longer than 64 bits.");
    }

    private static ReadOnlyMemory<byte> Next(ReadOnlyMemory<byte> bytes, ref int at, ulong length)
    {
        if (length > (ulong)(bytes.Length - at))
            throw new InvalidDataException("The message breaks off in a field.");
        var next = bytes.Slice(at, (int)length);
        at += next.Length;
        return next;
    }
}
