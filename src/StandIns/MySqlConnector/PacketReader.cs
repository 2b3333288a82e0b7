// Reads the fields of one packet. Every step is checked against the packet's end, whatever the server claims.
using System.Buffers.Binary;
using System.Text;

namespace MySqlConnector;

internal ref struct PacketReader(ReadOnlySpan<byte> payload)
{
    private ReadOnlySpan<byte> _rest = payload;

    public readonly int Remaining => _rest.Length;
    public byte ReadByte() => Take(1)[0];
    public ushort ReadUInt16() => BinaryPrimitives.ReadUInt16LittleEndian(Take(2));
    public uint ReadUInt32() => BinaryPrimitives.ReadUInt32LittleEndian(Take(4));
    public ulong ReadUInt64() => BinaryPrimitives.ReadUInt64LittleEndian(Take(8));

    /// <summary>A length in one, three, four or nine bytes; 251 (null) and 255 are no lengths.</summary>
    public ulong ReadLength()
    {
        var first = ReadByte();
        return first switch
        {
            < 251 => first,
            0xFC => ReadUInt16(),
            0xFD => ReadUInt16() | (ulong)ReadByte() << 16,
            0xFE => ReadUInt64(),
            _ => throw new ProtocolException($"{first} begins no length."),
        };
    }

    public ReadOnlySpan<byte> ReadBytes()
    {
        var length = ReadLength();
        return length <= (ulong)_rest.Length
            ? Take((int)length)
            : throw new ProtocolException($"A field of {length} bytes in a packet with {_rest.Length} left.");
    }

    public string ReadText() => Encoding.UTF8.GetString(ReadBytes());

    public string ReadZeroEnded()
    {
        var end = _rest.IndexOf((byte)0);
        if (end < 0)
            throw new ProtocolException("A text without its end.");
        var text = Encoding.UTF8.GetString(_rest[..end]);
        _rest = _rest[(end + 1)..];
        return text;
    }

    public ReadOnlySpan<byte> ReadRest()
    {
        var rest = _rest;
        _rest = default;
        return rest;
    }

    public ReadOnlySpan<byte> Take(int count)
    {
        if (count > _rest.Length)
            throw new ProtocolException($"{count} bytes wanted, {_rest.Length} left in the packet.");
        var taken = _rest[..count];
        _rest = _rest[count..];
        return taken;
    }
}
