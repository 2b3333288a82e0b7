using System.Buffers.Binary;
using System.Net;
using System.Net.Sockets;
using System.Text;

namespace Dugout.StandIns.Tests.MySqlConnector;

/// <summary>A server that plays scripts: each answer is sent when the client has sent something, whatever it was.</summary>
internal sealed class FakeServer : IDisposable
{
    private readonly TcpListener _listener = new(IPAddress.Loopback, 0);
    private readonly Func<Script> _scripts;

    public FakeServer(Func<Script> scripts)
    {
        _scripts = scripts;
        _listener.Start();
        _ = AcceptAsync();
    }

    public FakeServer(Script script)
        : this(() => script)
    {
    }

    public string ConnectionString =>
        $"Server=127.0.0.1;Port={((IPEndPoint)_listener.LocalEndpoint).Port};User ID=u;Password=p;Pooling=false;SslMode=None;ConnectionTimeout=2;DefaultCommandTimeout=1;CancellationTimeout=-1";

    public void Dispose() => _listener.Dispose();

    private async Task AcceptAsync()
    {
        try
        {
            while (true)
                _ = PlayAsync(await _listener.AcceptSocketAsync(), _scripts());
        }
        catch (Exception error) when (error is SocketException or ObjectDisposedException)
        {
            // The test is over.
        }
    }

    private static async Task PlayAsync(Socket client, Script script)
    {
        using var _ = client;
        var heard = new byte[64 * 1024];
        try
        {
            foreach (var answer in script.Answers)
            {
                await client.SendAsync(answer);
                using var patience = new CancellationTokenSource(script.Patience);
                if (await client.ReceiveAsync(heard, patience.Token) == 0)
                    return;
            }
            while (script.Endless is { } chunk)
                await client.SendAsync(chunk);
            while (script.StaysSilent && await client.ReceiveAsync(heard) > 0)
            {
            }
        }
        catch (Exception error) when (error is SocketException or OperationCanceledException)
        {
            // One of the two has heard enough.
        }
    }
}

/// <summary>What the fake server says: one entry for the greeting, one for the login, one a command; then it hangs up, falls silent, or never stops.</summary>
internal sealed record Script(byte[][] Answers)
{
    public byte[]? Endless { get; init; }
    public bool StaysSilent { get; init; }

    /// <summary>How long it waits for a client that waits for more: a lie shouldn't cost the tests a time-out each.</summary>
    public TimeSpan Patience { get; init; } = TimeSpan.FromSeconds(10);
}

/// <summary>Packets as an honest server spells them.</summary>
internal static class Packets
{
    private const uint Capabilities = 0x1 | 0x2 | 0x4 | 0x8 | 0x200 | 0x2000 | 0x8000 | 0x10000 | 0x20000 | 0x40000 | 0x80000 | 0x200000;

    public static byte[] Greeting(string version = "5.7.0-fake", string plugin = "mysql_native_password", uint more = 0) => Packet(0,
    [
        10, .. Encoding.ASCII.GetBytes(version), 0, 7, 0, 0, 0, .. "12345678"u8, 0, .. Half(Capabilities | more, 0), 45, 2, 0, .. Half(Capabilities | more, 2), 21,
        .. new byte[10], .. "901234567890"u8, 0, .. Encoding.ASCII.GetBytes(plugin), 0,
    ]);

    public static byte[] Ok(byte sequence, byte affected = 0, ushort status = 2) => Packet(sequence, [0, affected, 0, (byte)status, (byte)(status >> 8), 0, 0]);

    public static byte[] Error(byte sequence, ushort number = 1064) => Packet(sequence, [0xFF, (byte)number, (byte)(number >> 8), .. "#42000no"u8]);

    public static byte[] Eof(byte sequence, ushort status = 2) => Packet(sequence, [0xFE, 0, 0, (byte)status, (byte)(status >> 8)]);

    public static byte[] Column(byte sequence, string name, byte type, ushort charset = 45, ushort flags = 0, uint length = 80) => Packet(sequence,
    [
        3, .. "def"u8, 0, 0, 0, (byte)name.Length, .. Encoding.ASCII.GetBytes(name), 0, 12, (byte)charset, (byte)(charset >> 8),
        .. BitConverter.GetBytes(length), type, (byte)flags, (byte)(flags >> 8), 0, 0, 0,
    ]);

    public static byte[] Row(byte sequence, params string?[] values) =>
        Packet(sequence, [.. values.SelectMany(value => value is null ? (byte[])[0xFB] : [(byte)value.Length, .. Encoding.ASCII.GetBytes(value)])]);

    public static byte[] Packet(byte sequence, byte[] payload) => [(byte)payload.Length, (byte)(payload.Length >> 8), (byte)(payload.Length >> 16), sequence, .. payload];

    /// <summary>Two rows of a number, a text, a time, a decimal and bytes.</summary>
    public static byte[] TextResult(ushort status = 2) =>
    [
        .. Packet(1, [5]), .. Column(2, "n", 3), .. Column(3, "s", 253), .. Column(4, "t", 12), .. Column(5, "d", 246), .. Column(6, "b", 252, charset: 63), .. Eof(7),
        .. Row(8, "1", "one", "2027-04-01 18:30:00", "1.50", "xyz"), .. Row(9, "2", null, "2027-04-02 18:30:00.123456", "-2.5", null), .. Eof(10, status),
    ];

    public static byte[] Prepared(byte columns) =>
        [.. Packet(1, [0, 9, 0, 0, 0, columns, 0, 0, 0, 0, 0, 0]), .. Enumerable.Range(2, columns).SelectMany(i => Column((byte)i, "c", 3)), .. Eof((byte)(columns + 2))];

    /// <summary>One row of a number, a text, a time and a float, in binary.</summary>
    public static byte[] BinaryResult() =>
    [
        .. Packet(1, [4]), .. Column(2, "n", 8), .. Column(3, "s", 253), .. Column(4, "t", 12), .. Column(5, "f", 4), .. Eof(6),
        .. Packet(7, [0, 0, 42, 0, 0, 0, 0, 0, 0, 0, 3, .. "abc"u8, 7, 0xEB, 7, 4, 1, 18, 30, 0, 0, 0, 0x80, 0x3F]), .. Eof(8),
    ];

    private static byte[] Half(uint bits, int at)
    {
        var bytes = new byte[4];
        BinaryPrimitives.WriteUInt32LittleEndian(bytes, bits);
        return bytes[at..(at + 2)];
    }
}
