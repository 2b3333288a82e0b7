// Packets on a socket: one buffer in, one out. A packet is three bytes of length, one of sequence, then the payload;
// a payload of 2^24-1 bytes goes on in the next packet. Nothing is allocated for what the other side merely claims.
using System.Buffers.Binary;
using System.Net.Security;
using System.Net.Sockets;
using System.Text;

namespace MySqlConnector;

internal sealed class Wire(Socket socket) : IDisposable
{
    /// <summary>Bytes; a longer payload is split.</summary>
    public const int LargestChunk = 0xFFFFFF;

    /// <summary>Bytes; a server that sends more in one packet is cut off.</summary>
    public const int LargestPacket = 128 << 20;

    private const int UsualBuffer = 16 * 1024;

    private byte[] _in = new byte[UsualBuffer];
    private int _start;
    private int _end;
    private int _payload;
    private int _payloadLength;
    private int _joined;
    private int _needed;
    private byte _sequence;
    private byte[] _out = new byte[1024];
    private int _written;
    private int _packet;
    private SslStream? _tls;

    /// <summary>Bytes a payload may have: little before the server is known, <see cref="LargestPacket"/> after.</summary>
    public int PayloadLimit { get; set; } = 1 << 16;

    public bool IsSecure => _tls is not null;

    /// <summary>The packet read last; good until the next read.</summary>
    public ReadOnlySpan<byte> Payload => _in.AsSpan(_payload, _payloadLength);

    /// <summary>Sequence number that the answer to the packet written last begins with.</summary>
    public byte AnswerSequence { get; private set; }

    /// <summary>Sequence number that the next packet of an exchange carries, in either direction.</summary>
    public byte NextSequence => _sequence;
    public int Written => _written;
    public void ExpectSequence(byte sequence) => _sequence = sequence;

    /// <summary>Takes a packet that has arrived; else <see cref="ReceiveAsync"/> has to bring more of it first.</summary>
    public bool TryTakePacket()
    {
        int length;
        do
        {
            _needed = _joined + 4;
            if (_end - _start < _needed)
                return false;
            length = LengthAt(_start + _joined);
            // Before the payload is here: nobody waits for what would be refused.
            CheckHead(_in[_start + _joined + 3], _joined + length);
            _needed += length;
            if (_end - _start < _needed)
                return false;
            _sequence++;
            DropHeader(_joined);
            _joined += length;
        }
        while (length == LargestChunk);
        (_payload, _payloadLength, _joined) = (_start, _joined, 0);
        _start += _payloadLength;
        return true;
    }

    /// <summary>Takes what the socket holds, or waits for it. The count goes to <see cref="Received"/>: so a wait costs no state of its own here.</summary>
    public ValueTask<int> ReceiveAsync(bool async)
    {
        MakeRoom(_needed);
        var room = _in.AsMemory(_end);
        if (_tls is not null)
            return async ? _tls.ReadAsync(room) : new(_tls.Read(room.Span));
        return async ? socket.ReceiveAsync(room) : new(socket.Receive(room.Span));
    }

    public void Received(int count) => _end += count > 0 ? count : throw new EndOfStreamException("The server closed the connection.");

    /// <summary>Reads one whole packet.</summary>
    public async ValueTask ReadPacketAsync(bool async)
    {
        while (!TryTakePacket())
            Received(await ReceiveAsync(async).ConfigureAwait(false));
    }

    /// <summary>
    /// Where the system can, lets it wake nobody before so many bytes have come; 1 is usual. Answers that come one after the
    /// other to requests that went out together are then waited for once.
    /// </summary>
    public void WakeAt(int bytes)
    {
        if (_tls is null && OperatingSystem.IsLinux())
            socket.SetSocketOption(SocketOptionLevel.Socket, SocketOptionName.ReceiveLowWater, bytes);
    }

    /// <summary>True when bytes wait, or the other side hung up: on an idle connection either means it is lost.</summary>
    public bool HasNews() => _start != _end || socket.Poll(0, SelectMode.SelectRead);

    public void StartPacket(byte sequence = 0)
    {
        _packet = _written;
        GetSpan(4)[3] = sequence;
        _written += 4;
    }

    public void EndPacket()
    {
        var length = _written - _packet - 4;
        var sequence = _out[_packet + 3];
        if (length >= LargestChunk)
            SplitPacket(length, ref sequence);
        else
            WriteHeader(_packet, length, sequence);
        AnswerSequence = (byte)(sequence + 1);
    }

    /// <summary>Forgets what was written and not sent, after an error while composing it.</summary>
    public void Discard() => _written = 0;

    public async ValueTask FlushAsync(bool async)
    {
        var rest = _out.AsMemory(0, _written);
        _written = 0;
        if (_tls is not null)
        {
            if (async)
                await _tls.WriteAsync(rest).ConfigureAwait(false);
            else
                _tls.Write(rest.Span);
        }
        else
        {
            while (rest.Length > 0)
                rest = rest[(async ? await socket.SendAsync(rest).ConfigureAwait(false) : socket.Send(rest.Span))..];
        }
        if (_out.Length > 1 << 20)
            _out = new byte[UsualBuffer];
    }

    public async ValueTask SecureAsync(SslClientAuthenticationOptions options, bool async, CancellationToken token)
    {
        if (_start != _end)
            throw new ProtocolException("The server sent bytes before TLS was negotiated.");
        var tls = new SslStream(new NetworkStream(socket, ownsSocket: false));
        if (async)
            await tls.AuthenticateAsClientAsync(options, token).ConfigureAwait(false);
        else
            tls.AuthenticateAsClient(options);
        _tls = tls;
    }

    /// <summary>Gives back a buffer that one large packet made grow.</summary>
    public void Shrink()
    {
        if (_in.Length > 1 << 20 && _start == _end)
            (_in, _start, _end, _payloadLength) = (new byte[UsualBuffer], 0, 0, 0);
    }

    public void Dispose() => socket.Dispose();

    public Span<byte> GetSpan(int sizeHint)
    {
        var needed = _written + Math.Max(sizeHint, 1);
        if (needed > _out.Length)
            Array.Resize(ref _out, (int)Math.Min(Array.MaxLength, Math.Max(needed, 2L * _out.Length)));
        return _out.AsSpan(_written);
    }

    public void Advance(int count) => _written += count;

    public void WriteByte(byte value)
    {
        GetSpan(1)[0] = value;
        _written++;
    }

    public void Write(ReadOnlySpan<byte> bytes)
    {
        bytes.CopyTo(GetSpan(bytes.Length));
        _written += bytes.Length;
    }

    public void WriteUInt16(ushort value)
    {
        BinaryPrimitives.WriteUInt16LittleEndian(GetSpan(2), value);
        _written += 2;
    }

    public void WriteUInt32(uint value)
    {
        BinaryPrimitives.WriteUInt32LittleEndian(GetSpan(4), value);
        _written += 4;
    }

    public void WriteUInt64(ulong value)
    {
        BinaryPrimitives.WriteUInt64LittleEndian(GetSpan(8), value);
        _written += 8;
    }

    public void WriteLength(ulong value)
    {
        var (prefix, size) = value switch
        {
            < 251 => (0, 1),
            <= 0xFFFF => (0xFC, 2),
            <= 0xFFFFFF => (0xFD, 3),
            _ => (0xFE, 8),
        };
        if (prefix != 0)
            WriteByte((byte)prefix);
        // Little-endian: what is written beyond the size is overwritten by whatever comes next.
        BinaryPrimitives.WriteUInt64LittleEndian(GetSpan(8), value);
        _written += size;
    }

    public void WriteUtf8(ReadOnlySpan<char> text)
    {
        // Three bytes a character is the most that UTF-8 needs; long texts are measured instead.
        var room = text.Length <= 4096 ? text.Length * 3 : Encoding.UTF8.GetByteCount(text);
        _written += Encoding.UTF8.GetBytes(text, GetSpan(room));
    }

    public void WriteText(ReadOnlySpan<char> text)
    {
        WriteLength((ulong)Encoding.UTF8.GetByteCount(text));
        WriteUtf8(text);
    }

    public void WriteZeroEnded(string text)
    {
        WriteUtf8(text);
        WriteByte(0);
    }

    private void MakeRoom(int count)
    {
        if (_start + count <= _in.Length)
            return;
        var held = _end - _start;
        // Grows with what has arrived, never with what was announced: a lie about a length costs the liar the bytes.
        var target = held * 2 >= _in.Length ? new byte[Math.Min((long)_in.Length * 2, Math.Max(count, UsualBuffer) + UsualBuffer)] : _in;
        Buffer.BlockCopy(_in, _start, target, 0, held);
        (_in, _start, _end) = (target, 0, held);
    }

    private int LengthAt(int offset) => (int)(BinaryPrimitives.ReadUInt32LittleEndian(_in.AsSpan(offset)) & 0xFFFFFF);

    private void CheckHead(byte sequence, int length)
    {
        if (sequence != _sequence)
            throw new ProtocolException($"Packet received out of order: expected {_sequence}, got {sequence}.");
        if (length > PayloadLimit)
            throw new ProtocolException($"The server announced a packet of {length} bytes; at most {PayloadLimit} are taken here.");
    }

    private void DropHeader(int joined)
    {
        if (joined == 0)
        {
            _start += 4;
            return;
        }
        var gap = _start + joined;
        Buffer.BlockCopy(_in, gap + 4, _in, gap, _end - gap - 4);
        _end -= 4;
    }

    private void SplitPacket(int length, ref byte sequence)
    {
        // The headers of the later chunks are opened up from the back, so each byte moves once.
        var chunks = length / LargestChunk;
        GetSpan(4 * chunks);
        _written += 4 * chunks;
        var payload = _packet + 4;
        for (var chunk = chunks; chunk > 0; chunk--)
        {
            var size = Math.Min(LargestChunk, length - chunk * LargestChunk);
            var target = payload + chunk * (LargestChunk + 4);
            Buffer.BlockCopy(_out, payload + chunk * LargestChunk, _out, target, size);
            WriteHeader(target - 4, size, (byte)(sequence + chunk));
        }
        WriteHeader(_packet, LargestChunk, sequence);
        sequence += (byte)chunks;
    }

    private void WriteHeader(int offset, int length, byte sequence) =>
        BinaryPrimitives.WriteUInt32LittleEndian(_out.AsSpan(offset), (uint)length | (uint)sequence << 24);
}
