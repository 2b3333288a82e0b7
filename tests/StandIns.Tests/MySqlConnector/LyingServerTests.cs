using System.Data;
using System.Diagnostics;
using System.Globalization;
using MySqlConnector;
using Xunit;

namespace Dugout.StandIns.Tests.MySqlConnector;

/// <summary>Whatever a server sends, a caller gets an answer or an exception, soon, and the memory stays bounded.</summary>
public sealed class LyingServerTests
{
    private const int Generated = 10_000;
    private static readonly TimeSpan Soon = TimeSpan.FromSeconds(60);

    /// <summary>An honest conversation through every kind of answer: login, text rows, an update, a prepare, binary rows, two results.</summary>
    private static byte[][] Honest() =>
    [
        Packets.Greeting(), Packets.Ok(2), Packets.TextResult(), Packets.Ok(1, affected: 3), Packets.Prepared(4), Packets.BinaryResult(),
        [.. Packets.TextResult(status: 2 | 8), .. Renumbered(Packets.TextResult(), 11)], Packets.Ok(1),
    ];

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task An_honest_server_is_understood(bool synchronous)
    {
        using var server = new FakeServer(new Script(Honest()));
        Assert.Equal("1|one|2027-04-01 18:30:00|1.50|3;2||2027-04-02 18:30:00|-2.5|;3;42|abc|2027-04-01 18:30:00|1;4", await ConverseAsync(server.ConnectionString, synchronous));
    }

    public static TheoryData<string> Lies => [.. LieList().Select(lie => lie.Name)];

    [Theory]
    [MemberData(nameof(Lies))]
    public async Task A_lie_is_an_exception_or_an_answer_and_never_a_hang(string name)
    {
        var lie = LieList().First(candidate => candidate.Name == name);
        using var server = new FakeServer(lie.Script with { Patience = TimeSpan.FromMilliseconds(80) });
        await BoundedAsync(server.ConnectionString, name, mustFail: lie.MustFail);
    }

    [Fact]
    public void There_are_two_hundred_lies() => Assert.InRange(LieList().Count(), 200, 400);

    [Fact]
    public async Task Ten_thousand_generated_conversations_end_soon()
    {
        var seed = Environment.TickCount;
        var next = 0;
        await Task.WhenAll(Enumerable.Range(0, 32).Select(worker => Task.Run(async () =>
        {
            var random = new Random(seed + worker);
            var script = new Script([]);
            using var server = new FakeServer(() => script);
            while (Interlocked.Increment(ref next) <= Generated)
            {
                script = new Script(Mutated(random)) { Patience = TimeSpan.FromMilliseconds(30) };
                await BoundedAsync(server.ConnectionString, string.Create(CultureInfo.InvariantCulture, $"seed {seed} worker {worker}"), mustFail: false);
            }
        })));
    }

    [Theory]
    [InlineData("continued packets", 4)]
    [InlineData("columns", 2)]
    [InlineData("rows", 4)]
    [InlineData("results", 3)]
    public async Task An_endless_server_is_cut_off(string what, int packetKind)
    {
        byte[] start = packetKind == 4 && what == "rows" ? [.. Packets.Packet(1, [1]), .. Packets.Column(2, "n", 3), .. Packets.Eof(3)] : [.. Packets.Packet(1, [1])];
        byte[] chunk = what switch
        {
            "continued packets" => Continued(),
            "rows" => [.. Enumerable.Range(0, 256).SelectMany(i => Packets.Row((byte)(i + 4), "12345"))],
            "results" => [.. Enumerable.Range(0, 256).SelectMany(i => Packets.Ok((byte)(i + 1), status: 8))],
            _ => [.. Enumerable.Range(0, 256).SelectMany(i => Packets.Column((byte)(i + 2), new string('c', 200), 3))],
        };
        if (what is "results" or "continued packets")
            start = [];
        using var server = new FakeServer(new Script([Packets.Greeting(), Packets.Ok(2), start]) { Endless = chunk });
        var before = GC.GetTotalMemory(forceFullCollection: true);
        await using var connection = new MySqlConnection(server.ConnectionString);
        await connection.OpenAsync();
        await using var command = new MySqlCommand("SELECT 1", connection);
        await Assert.ThrowsAsync<MySqlException>(() => command.ExecuteScalarAsync()).WaitAsync(Soon);
        Assert.Equal(ConnectionState.Closed, connection.State);
        Assert.InRange(GC.GetTotalMemory(forceFullCollection: true) - before, long.MinValue, 300 << 20);
    }

    [Fact]
    public async Task A_server_that_never_greets_costs_the_connection_time_out()
    {
        using var server = new FakeServer(new Script([]) { StaysSilent = true });
        var watch = Stopwatch.StartNew();
        await using var connection = new MySqlConnection(server.ConnectionString.Replace("ConnectionTimeout=2", "ConnectionTimeout=1", StringComparison.Ordinal));
        Assert.Equal(MySqlErrorCode.UnableToConnectToHost, (await Assert.ThrowsAsync<MySqlException>(() => connection.OpenAsync())).ErrorCode);
        Assert.Equal(MySqlErrorCode.UnableToConnectToHost, Assert.Throws<MySqlException>(connection.Open).ErrorCode);
        Assert.InRange(watch.Elapsed.TotalSeconds, 1.8, 20);
    }

    [Theory]
    [InlineData(-1)]
    [InlineData(1)]
    public async Task A_server_that_freezes_costs_the_command_time_out_and_no_more(int cancellationTimeout)
    {
        using var server = new FakeServer(new Script([Packets.Greeting(), Packets.Ok(2)]) { StaysSilent = true });
        await using var connection = new MySqlConnection(server.ConnectionString.Replace("CancellationTimeout=-1", $"CancellationTimeout={cancellationTimeout}", StringComparison.Ordinal));
        await connection.OpenAsync();
        await using var command = new MySqlCommand("SELECT 1", connection);
        Assert.Equal(MySqlErrorCode.CommandTimeoutExpired, (await Assert.ThrowsAsync<MySqlException>(() => command.ExecuteScalarAsync()).WaitAsync(Soon)).ErrorCode);
        Assert.Equal(ConnectionState.Closed, connection.State);
        await connection.OpenAsync();
        Assert.Equal(MySqlErrorCode.CommandTimeoutExpired, Assert.Throws<MySqlException>(() => command.ExecuteScalar()).ErrorCode);
    }

    [Fact]
    public async Task A_request_for_a_local_file_is_refused()
    {
        using var server = new FakeServer(new Script([Packets.Greeting(more: 0x80), Packets.Ok(2), Packets.Packet(1, [0xFB, .. "/etc/passwd"u8])]) { StaysSilent = true });
        await using var connection = new MySqlConnection(server.ConnectionString);
        await connection.OpenAsync();
        await using var command = new MySqlCommand("LOAD DATA LOCAL INFILE '/etc/passwd' INTO TABLE t", connection);
        Assert.Contains("local file", (await Assert.ThrowsAsync<MySqlException>(() => command.ExecuteNonQueryAsync())).Message, StringComparison.Ordinal);
        Assert.Equal(ConnectionState.Closed, connection.State);
    }

    [Theory]
    [InlineData("mysql_clear_password")]
    [InlineData("mysql_old_password")]
    public async Task A_weaker_authentication_method_is_refused_by_name(string plugin)
    {
        byte[] change = Packets.Packet(2, [0xFE, .. System.Text.Encoding.ASCII.GetBytes(plugin), 0, .. new byte[21]]);
        using var server = new FakeServer(new Script([Packets.Greeting(), change, Packets.Ok(4)]));
        await using var connection = new MySqlConnection(server.ConnectionString);
        Assert.Contains(plugin, (await Assert.ThrowsAsync<NotSupportedException>(() => connection.OpenAsync())).Message, StringComparison.Ordinal);
    }

    private static IEnumerable<Lie> LieList()
    {
        var answers = Honest();
        for (var i = 0; i < answers.Length - 1; i++)
        {
            var answer = answers[i];
            foreach (var (name, lied, mustFail) in LiesAbout(answer))
                yield return new Lie($"answer {i}: {name}", Replaced(answers, i, lied), mustFail);
            for (var cut = 1; cut <= 8; cut++)
                yield return new Lie($"answer {i}: hangs up after {cut}/9", new Script([.. answers[..i], answer[..(answer.Length * cut / 9)]]), MustFail: true);
            foreach (var packet in Enumerable.Range(0, PacketStarts(answer).Count))
            {
                yield return new Lie($"answer {i}: empty packet {packet}", Replaced(answers, i, WithPayload(answer, packet, [])), MustFail: i != 6);
                yield return new Lie($"answer {i}: packet {packet} of noise", Replaced(answers, i, WithPayload(answer, packet, [0xFE, 0xFE, 0xFD, 0xFC, 0xFB, 0xFA, 7, 7, 7, 7])), MustFail: false);
            }
        }
    }

    private static IEnumerable<(string Name, byte[] Bytes, bool MustFail)> LiesAbout(byte[] answer)
    {
        var last = PacketStarts(answer)[^1];
        yield return ("nothing at all", [], true);
        yield return ("wrong first sequence", Changed(answer, 3, (byte)(answer[3] + 1)), true);
        yield return ("wrong last sequence", Changed(answer, last + 3, 0x77), true);
        yield return ("first length one too small", Changed(answer, 0, (byte)(answer[0] - 1)), true);
        yield return ("first length one too big", Changed(answer, 0, (byte)(answer[0] + 1)), true);
        yield return ("first length 16 MiB - 1", Changed(Changed(Changed(answer, 0, 0xFF), 1, 0xFF), 2, 0xFF), true);
        yield return ("first length 16 MiB - 2", Changed(Changed(Changed(answer, 0, 0xFE), 1, 0xFF), 2, 0xFF), true);
        yield return ("a huge field", Changed(answer, 4, 0xFE), true);
        yield return ("a column count of null", Changed(answer, 4, 0xFB), true);
        yield return ("an error without a number", Packets.Packet(answer[3], [0xFF]), true);
        yield return ("an error with half a state", Packets.Packet(answer[3], [0xFF, 1, 4, (byte)'#', (byte)'4']), true);
        yield return ("65,535 columns", Packets.Packet(answer[3], [0xFC, 0xFF, 0xFF]), true);
        yield return ("2^63 columns", Packets.Packet(answer[3], [0xFE, 0, 0, 0, 0, 0, 0, 0, 0x80]), true);
        yield return ("a local file", Packets.Packet(answer[3], [0xFB, .. "/etc/shadow"u8]), true);
    }

    private static byte[][] Mutated(Random random)
    {
        var answers = Honest();
        for (var changes = random.Next(1, 4); changes > 0; changes--)
        {
            var index = random.Next(answers.Length);
            var answer = answers[index].ToList();
            for (var bytes = random.Next(1, 4); bytes > 0 && answer.Count > 0; bytes--)
            {
                var at = random.Next(answer.Count);
                switch (random.Next(5))
                {
                    case 0:
                        answer.RemoveAt(at);
                        break;
                    case 1:
                        answer.Insert(at, (byte)random.Next(256));
                        break;
                    case 2:
                        answer[at] = (byte)random.Next(250, 256);
                        break;
                    case 3:
                        answer.RemoveRange(at, random.Next(answer.Count - at));
                        break;
                    default:
                        answer[at] = (byte)random.Next(256);
                        break;
                }
            }
            answers[index] = [.. answer];
        }
        return answers;
    }

    /// <summary>Runs the conversation and lets pass what a caller can expect; anything else, or slowness, fails the test.</summary>
    private static async Task BoundedAsync(string connectionString, string name, bool mustFail)
    {
        try
        {
            await ConverseAsync(connectionString, synchronous: false).WaitAsync(Soon);
            Assert.False(mustFail, name + " was believed");
        }
        catch (Exception error) when (error is MySqlException or NotSupportedException or FormatException or InvalidCastException or OverflowException
            || (error is InvalidOperationException && error.Message.Contains("Connection must be Open", StringComparison.Ordinal)))
        {
            // Refused, as it should be.
        }
        catch (Exception error)
        {
            Assert.Fail($"{name}: {error}");
        }
    }

    private static async Task<string> ConverseAsync(string connectionString, bool synchronous)
    {
        var heard = new List<string>();
        await using var connection = new MySqlConnection(connectionString);
        if (synchronous)
            connection.Open();
        else
            await connection.OpenAsync();
        await using var command = new MySqlCommand("SELECT 1", connection);
        heard.AddRange(await ReadAsync(command, synchronous));
        command.CommandText = "UPDATE t";
        heard.Add((synchronous ? command.ExecuteNonQuery() : await command.ExecuteNonQueryAsync()).ToString(CultureInfo.InvariantCulture));
        command.CommandText = "SELECT 2";
        if (synchronous)
            command.Prepare();
        else
            await command.PrepareAsync();
        heard.AddRange(await ReadAsync(command, synchronous));
        command.CommandText = "SELECT 3; SELECT 4";
        heard.Add((await ReadAsync(command, synchronous)).Count.ToString(CultureInfo.InvariantCulture));
        return string.Join(';', heard);
    }

    private static async Task<List<string>> ReadAsync(MySqlCommand command, bool synchronous)
    {
        var rows = new List<string>();
        await using var reader = synchronous ? command.ExecuteReader() : await command.ExecuteReaderAsync();
        do
        {
            while (synchronous ? reader.Read() : await reader.ReadAsync())
                rows.Add(string.Join('|', Enumerable.Range(0, reader.FieldCount).Select(i => Told(reader.GetValue(i)))));
        }
        while (synchronous ? reader.NextResult() : await reader.NextResultAsync());
        return rows;
    }

    private static string Told(object value) => value switch
    {
        byte[] bytes => bytes.Length.ToString(CultureInfo.InvariantCulture),
        DateTime time => time.ToString("yyyy-MM-dd HH:mm:ss", CultureInfo.InvariantCulture),
        _ => Convert.ToString(value, CultureInfo.InvariantCulture)!,
    };

    private static byte[] Continued()
    {
        var packet = new byte[4 + 0xFFFFFF];
        packet.AsSpan(0, 3).Fill(0xFF);
        return packet;
    }

    private static Script Replaced(byte[][] answers, int index, byte[] lied) => new([.. answers[..index], lied, .. answers[(index + 1)..]]);

    private static byte[] Changed(byte[] bytes, int at, byte value)
    {
        var changed = bytes.ToArray();
        changed[at] = value;
        return changed;
    }

    private static byte[] WithPayload(byte[] answer, int packet, byte[] payload)
    {
        var start = PacketStarts(answer)[packet];
        return [.. answer[..start], .. Packets.Packet(answer[start + 3], payload), .. answer[(start + 4 + answer[start])..]];
    }

    private static byte[] Renumbered(byte[] answer, byte first)
    {
        var renumbered = answer.ToArray();
        foreach (var start in PacketStarts(renumbered))
            renumbered[start + 3] = first++;
        return renumbered;
    }

    private static List<int> PacketStarts(byte[] answer)
    {
        var starts = new List<int>();
        for (var at = 0; at < answer.Length; at += 4 + answer[at])
            starts.Add(at);
        return starts;
    }

    private sealed record Lie(string Name, Script Script, bool MustFail);
}
