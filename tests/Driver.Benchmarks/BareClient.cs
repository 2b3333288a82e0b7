using System.Buffers.Binary;
using System.Net.Sockets;
using System.Security.Cryptography;
using System.Text;
using MySqlConnector;

namespace Dugout.Driver.Benchmarks;

/// <summary>
/// A socket that stays open and nothing around it: the bytes of a statement go out, and it receives until as many packets are
/// whole as an answer has, without a look into them. It is what sending and waiting alone cost a .NET program on this machine:
/// no pool, no time-out, no column, no value. With the reset it sends what the driver sends: reset and prepare together, then
/// the statement. Accounts with mysql_native_password or without a password only, never under TLS.
/// </summary>
internal sealed class BareClient : IDisposable
{
    // LONG_PASSWORD, FOUND_ROWS, LONG_FLAG, CONNECT_WITH_DB, PROTOCOL_41, TRANSACTIONS, SECURE_CONNECTION, PLUGIN_AUTH,
    // SESSION_TRACK, DEPRECATE_EOF: what decides how long answers are is as in the driver's login.
    private const uint Capabilities = 1 | 2 | 4 | 8 | 0x200 | 0x2000 | 0x8000 | 0x80000 | 0x800000 | 0x1000000;
    private const byte Failed = 0xFF, EndOfRows = 0xFE, Fine = 0, StatementPrepare = 22, StatementExecute = 23, ResetConnection = 31;

    private readonly Socket _socket = new(SocketType.Stream, ProtocolType.Tcp) { NoDelay = true };
    private readonly byte[] _in = new byte[16 * 1024];
    private readonly byte[] _prepare;
    private readonly byte[] _resetAndPrepare;
    private readonly byte[] _execute = Packet(0, [StatementExecute, .. new byte[4], 0, 1, 0, 0, 0, 0, 1, 8, 0, .. new byte[8]]);
    private readonly bool _resets;
    private readonly (int Prepare, int Execute, byte Last) _answer;
    private int _last;

    private BareClient(Work work, bool resets)
    {
        _prepare = Packet(0, [StatementPrepare, .. Encoding.UTF8.GetBytes(work.Sql.Replace("@key", "?", StringComparison.Ordinal))]);
        _resetAndPrepare = [.. Packet(0, [ResetConnection]), .. _prepare];
        _resets = resets;
        // Packets: head, parameter and column; then head, column, row and end. An insert has neither column nor row.
        _answer = work == Work.Select ? (3, 4, EndOfRows) : (2, 1, Fine);
    }

    /// <summary>Signs in and prepares.</summary>
    /// <exception cref="NotSupportedException">The account signs in by other means than this knows.</exception>
    public static async Task<BareClient> ConnectAsync(MySqlConnectionStringBuilder server, Work work, bool resets)
    {
        var client = new BareClient(work, resets);
        try
        {
            await client._socket.ConnectAsync(server.Server, (int)server.Port);
            await client.ExchangeAsync(default, 1);
            await client.ExchangeAsync(client.Login(server), 1);
            if (client._in[client._last] != Fine)
                throw new NotSupportedException("The server wants more than mysql_native_password.");
            await client.PrepareAsync(client._prepare, 0);
            return client;
        }
        catch
        {
            client.Dispose();
            throw;
        }
    }

    /// <summary>Runs the statement once.</summary>
    public async Task RunAsync(long key)
    {
        if (_resets)
            await PrepareAsync(_resetAndPrepare, 1);
        BinaryPrimitives.WriteInt64LittleEndian(_execute.AsSpan(^8), key);
        await ExchangeAsync(_execute, _answer.Execute);
        if (_in[_last] != _answer.Last)
            throw new InvalidOperationException("The answer ended otherwise than it should.");
    }

    public void Dispose() => _socket.Dispose();

    private async ValueTask PrepareAsync(byte[] request, int before)
    {
        await ExchangeAsync(request, before + _answer.Prepare);
        var head = 4;
        for (; before > 0; before--)
            head += 4 + LengthAt(head - 4);
        _in.AsSpan(head + 1, 4).CopyTo(_execute.AsSpan(5));
    }

    private async ValueTask ExchangeAsync(ReadOnlyMemory<byte> request, int packets)
    {
        if (request.Length > 0)
            await _socket.SendAsync(request);
        for (int held = 0, next = 0; packets > 0; packets--)
        {
            while (held < next + 4 || held < next + 4 + LengthAt(next))
            {
                var count = await _socket.ReceiveAsync(_in.AsMemory(held));
                held += count > 0 ? count : throw new EndOfStreamException("The server closed the connection.");
            }
            if (_in[_last = next + 4] == Failed)
                throw new NotSupportedException($"The server refused: {Encoding.UTF8.GetString(_in, _last + 9, LengthAt(next) - 9)}");
            next += 4 + LengthAt(next);
        }
    }

    /// <summary>The answer to the greeting that was read last.</summary>
    private byte[] Login(MySqlConnectionStringBuilder server)
    {
        // Behind the version, which ends in a zero: thread, half of the nonce, 19 bytes of this and that, the other half.
        var nonce = _in.AsSpan(_in.AsSpan(_last).IndexOf((byte)0) + _last + 5);
        byte[] proof = server.Password.Length == 0 ? [] : Proof(Encoding.UTF8.GetBytes(server.Password), [.. nonce[..8], .. nonce[27..39]]);
        return Packet(1, [.. Bytes(Capabilities), .. Bytes(1 << 24), 45, .. new byte[23], .. Encoding.UTF8.GetBytes(server.UserID), 0,
            (byte)proof.Length, .. proof, .. Encoding.UTF8.GetBytes(server.Database), 0, .. "mysql_native_password"u8, 0]);
    }

#pragma warning disable CA5350 // The method is defined by SHA-1.
    private static byte[] Proof(byte[] password, byte[] nonce)
    {
        var once = SHA1.HashData(password);
        var mask = SHA1.HashData([.. nonce, .. SHA1.HashData(once)]);
        return [.. once.Zip(mask, (a, b) => (byte)(a ^ b))];
    }
#pragma warning restore CA5350

    private static byte[] Packet(byte sequence, byte[] payload) => [.. Bytes((uint)payload.Length | (uint)sequence << 24), .. payload];

    private static byte[] Bytes(uint number)
    {
        var bytes = new byte[4];
        BinaryPrimitives.WriteUInt32LittleEndian(bytes, number);
        return bytes;
    }

    private int LengthAt(int offset) => (int)(BinaryPrimitives.ReadUInt32LittleEndian(_in.AsSpan(offset)) & 0xFFFFFF);
}
