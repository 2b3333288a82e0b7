using System.Globalization;
using System.Text;
using System.Text.Json;
using System.Text.Json.Nodes;
using FsCheck;
using FsCheck.Fluent;
using MySqlConnector;
using Xunit;

namespace Dugout.StandIns.Tests.MySqlConnector;

/// <summary>Every column type our schemas use, through the text and the binary protocol: extremes first, then 10,000 random values each.</summary>
public sealed class TypeTests(ServerFixture server)
{
    private const int RandomValues = 10_000;
    private const int RowsAStatement = 250;

    private static readonly Dictionary<string, Case> Cases = new()
    {
        ["TINYINT"] = Of(Whole(sbyte.MinValue, sbyte.MaxValue).Select(n => (sbyte)n), sbyte.MinValue, sbyte.MaxValue),
        ["TINYINT UNSIGNED"] = Of(Whole(0, byte.MaxValue).Select(n => (byte)n), byte.MinValue, byte.MaxValue),
        ["TINYINT(1)"] = Of(Gen.Elements(true, false), true, false),
        ["SMALLINT"] = Of(Whole(short.MinValue, short.MaxValue).Select(n => (short)n), short.MinValue, short.MaxValue),
        ["SMALLINT UNSIGNED"] = Of(Whole(0, ushort.MaxValue).Select(n => (ushort)n), ushort.MinValue, ushort.MaxValue),
        ["MEDIUMINT"] = Of(Whole(-8388608, 8388607).Select(n => (int)n), -8388608, 8388607),
        ["MEDIUMINT UNSIGNED"] = Of(Whole(0, 16777215).Select(n => (uint)n), 0u, 16777215u),
        ["INT"] = Of(Whole(int.MinValue, int.MaxValue).Select(n => (int)n), int.MinValue, int.MaxValue),
        ["INT UNSIGNED"] = Of(Whole(0, uint.MaxValue).Select(n => (uint)n), uint.MinValue, uint.MaxValue),
        ["BIGINT"] = Of(Bits().Select(n => (long)n), long.MinValue, long.MaxValue),
        ["BIGINT UNSIGNED"] = Of(Bits(), ulong.MinValue, ulong.MaxValue),
        ["DECIMAL(28,10)"] = Of(Bits().Select(n => (long)n / 10_000_000_000m), 999999999999999999.9999999999m, -999999999999999999.9999999999m, 0m),
        ["DECIMAL(10,0)"] = Of(Whole(-9999999999, 9999999999).Select(n => (decimal)n), 9999999999m, -1m),
        ["DOUBLE"] = Of(Bits().Select(n => BitConverter.UInt64BitsToDouble(n)).Where(double.IsFinite), double.MaxValue, double.MinValue, 0.1, 2.2250738585072014E-308),
        ["BIT(1)"] = Of(Whole(0, 1).Select(n => (ulong)n), 0ul, 1ul),
        ["BIT(64)"] = Of(Bits(), ulong.MinValue, ulong.MaxValue),
        ["DATE"] = Of(Whole(0, DateOnly.MaxValue.DayNumber).Select(n => DateOnly.FromDayNumber((int)n).ToDateTime(default)), DateTime.MinValue, new DateTime(9999, 12, 31)),
        ["DATETIME(6)"] = Of(Whole(0, DateTime.MaxValue.Ticks / 10).Select(n => new DateTime(n * 10)), DateTime.MinValue, new DateTime(9999, 12, 31, 23, 59, 59).AddTicks(9999990)),
        ["DATETIME"] = Of(Whole(0, DateTime.MaxValue.Ticks / TimeSpan.TicksPerSecond).Select(n => new DateTime(n * TimeSpan.TicksPerSecond)), new DateTime(2027, 4, 1)),
        ["TIMESTAMP(6)"] = Of(Whole(86400, int.MaxValue).Select(n => DateTime.UnixEpoch.AddSeconds(n).AddTicks(n % 1000000 * 10)), new DateTime(2038, 1, 19, 3, 14, 7)),
        // MySQL 9 refuses binary fractions in the last hour of the range, which whole seconds may reach.
        ["TIME(6)"] = Of(Whole(-3016799999999, 3016799999999).Select(n => TimeSpan.FromMicroseconds(n)), new TimeSpan(34, 22, 59, 59), -new TimeSpan(34, 22, 59, 59), TimeSpan.FromMicroseconds(-1)),
        ["TIME"] = Of(Whole(-3020399, 3020399).Select(n => TimeSpan.FromSeconds(n)), TimeSpan.Zero),
        ["YEAR"] = Of(Whole(1901, 2155).Select(n => (int)n), 1901, 2155),
        ["VARCHAR(300)"] = Of(Text(60), "", "'", "\\", "\\'; --", "\0\u001a\r\n\t", "한글 ⚾ 🏟️", new string('가', 250), new string('가', 300)),
        ["CHAR(40)"] = Of(Text(40).Select(text => text.TrimEnd(' ')), "", "x"),
        ["LONGTEXT"] = Of(Text(200), "", string.Concat(Enumerable.Repeat("\\'\"한🏟", 20_000)), new string('\\', 5000)),
        ["VARBINARY(600)"] = Of(Binary(60), [], new byte[251], [0, 39, 92, 34, 255]),
        ["LONGBLOB"] = Of(Binary(200), [], Enumerable.Range(0, 70_000).Select(n => (byte)(n % 7 == 0 ? 39 : n % 5 == 0 ? 92 : n)).ToArray()),
        ["CHAR(36)"] = Of(ArbMap.Default.GeneratorFor<Guid>(), Guid.Empty, Guid.AllBitsSet),
        ["JSON"] = Of(Text(40).Select(text => JsonSerializer.Serialize(text)), "null", "{\"a\": [1, 2, \"\\\\\"]}"),
        ["ENUM('lg','두산','o''b')"] = Of(Gen.Elements("lg", "두산", "o'b"), "lg"),
        ["SET('a','b')"] = Of(Gen.Elements("", "a", "a,b"), "a,b"),
    };

    public static TheoryData<string, bool> Types
    {
        get
        {
            var data = new TheoryData<string, bool>();
            foreach (var type in Cases.Keys)
            {
                data.Add(type, false);
                data.Add(type, true);
            }
            return data;
        }
    }

    [Theory]
    [MemberData(nameof(Types))]
    public async Task A_value_comes_back_as_it_was_sent(string type, bool prepared)
    {
        var test = Cases[type];
        await using var connection = new MySqlConnection(server.ConnectionString + ";DefaultCommandTimeout=60");
        await connection.OpenAsync();
        await using var command = connection.CreateCommand();
        // utf8mb4_bin keeps the comparison exact, whatever the engine's default.
        command.CommandText = $"CREATE TEMPORARY TABLE t (id INT PRIMARY KEY, v {type} NULL) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin";
        await command.ExecuteNonQueryAsync();

        object?[] values = [null, .. test.Extremes, .. test.Random(RandomValues)];
        for (var start = 0; start < values.Length; start += RowsAStatement)
            await InsertAsync(connection, values, start, Math.Min(RowsAStatement, values.Length - start), prepared);
        await CheckAsync(connection, type, values, prepared);
    }

    private static async Task InsertAsync(MySqlConnection connection, object?[] values, int start, int count, bool prepared)
    {
        await using var command = connection.CreateCommand();
        command.CommandText = "INSERT INTO t VALUES " + string.Join(", ", Enumerable.Range(0, count).Select(i => string.Create(CultureInfo.InvariantCulture, $"(@id{i}, @v{i})")));
        for (var i = 0; i < count; i++)
        {
            command.Parameters.AddWithValue(string.Create(CultureInfo.InvariantCulture, $"@id{i}"), start + i);
            command.Parameters.AddWithValue(string.Create(CultureInfo.InvariantCulture, $"@v{i}"), values[start + i]);
        }
        if (prepared)
            await command.PrepareAsync();
        Assert.Equal(count, await command.ExecuteNonQueryAsync());
    }

    private static async Task CheckAsync(MySqlConnection connection, string type, object?[] values, bool prepared)
    {
        await using var command = connection.CreateCommand();
        command.CommandText = "SELECT id, v FROM t ORDER BY id";
        if (prepared)
            await command.PrepareAsync();
        await using var reader = await command.ExecuteReaderAsync();
        foreach (var value in values)
        {
            Assert.True(await reader.ReadAsync());
            // MySQL spells JSON its own way.
            if (type == "JSON" && value is string json)
                Assert.True(JsonNode.DeepEquals(JsonNode.Parse(json), JsonNode.Parse(reader.GetString(1))));
            else
                Assert.Equal(value ?? DBNull.Value, reader.GetValue(1));
            Assert.Equal(value is null, reader.IsDBNull(1));
            if (value is not null)
                Assert.Equal(reader.GetFieldType(1), value.GetType());
        }
        Assert.False(await reader.ReadAsync());
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task Floats_keep_six_digits_in_text_and_all_in_binary(bool prepared)
    {
        await using var connection = new MySqlConnection(server.ConnectionString);
        await connection.OpenAsync();
        await using var command = new MySqlCommand("SELECT CAST(@v AS FLOAT)", connection);
        command.Parameters.AddWithValue("@v", 0.1f);
        if (prepared)
            await command.PrepareAsync();
        Assert.Equal(0.1f, await command.ExecuteScalarAsync());
    }

    [Theory]
    [InlineData(MySqlGuidFormat.Char32, "CHAR(32)")]
    [InlineData(MySqlGuidFormat.Binary16, "BINARY(16)")]
    [InlineData(MySqlGuidFormat.TimeSwapBinary16, "BINARY(16)")]
    [InlineData(MySqlGuidFormat.LittleEndianBinary16, "BINARY(16)")]
    public async Task Guids_travel_in_each_format(MySqlGuidFormat format, string type)
    {
        var guid = new Guid("00112233-4455-6677-8899-AABBCCDDEEFF");
        await using var connection = new MySqlConnection(server.ConnectionString + $";GuidFormat={format}");
        await connection.OpenAsync();
        await using var command = new MySqlCommand($"CREATE TEMPORARY TABLE t (v {type}); INSERT INTO t VALUES (@v); SELECT v, HEX(v) FROM t", connection);
        command.Parameters.AddWithValue("@v", guid);
        await using var reader = await command.ExecuteReaderAsync();
        Assert.True(await reader.ReadAsync());
        Assert.Equal(guid, reader.GetValue(0));
        Assert.Equal(guid, reader.GetFieldValue<Guid>(0));
        if (format == MySqlGuidFormat.TimeSwapBinary16)
            Assert.Equal("66774455001122338899AABBCCDDEEFF", reader.GetString(1));
    }

    [Fact]
    public async Task Typed_getters_convert_between_numbers_and_refuse_the_rest()
    {
        await using var connection = new MySqlConnection(server.ConnectionString);
        await connection.OpenAsync();
        await using var command = new MySqlCommand("SELECT 300 AS n, CAST(2.5 AS DECIMAL(5,1)) AS d, 'x' AS s, NULL AS z", connection);
        await using var reader = await command.ExecuteReaderAsync();
        Assert.Throws<InvalidOperationException>(() => reader.GetInt32(0));
        Assert.True(await reader.ReadAsync());
        Assert.Equal(300, reader.GetInt16(0));
        Assert.Equal(300m, reader.GetDecimal(reader.GetOrdinal("N")));
        Assert.Equal(2.5, reader.GetDouble(1));
        Assert.Throws<OverflowException>(() => reader.GetByte(0));
        Assert.Throws<InvalidCastException>(() => reader.GetInt32(2));
        Assert.Throws<InvalidCastException>(() => reader.GetString(0));
        Assert.Throws<InvalidCastException>(() => reader.GetString(3));
        Assert.Throws<IndexOutOfRangeException>(() => reader.GetOrdinal("nobody"));
        Assert.Throws<IndexOutOfRangeException>(() => reader.GetInt32(4));
    }

    [Fact]
    public async Task A_value_over_16_MiB_comes_back_through_both_protocols()
    {
        // A connection of its own: its buffers grow with what it carries.
        await using var connection = new MySqlConnection(server.ConnectionString + ";Pooling=false");
        await connection.OpenAsync();
        foreach (var length in new[] { 0xFFFFFF - 30, 0xFFFFFF - 5, 0xFFFFFF, 2 * 0xFFFFFF + 17 })
        {
            var bytes = new byte[length];
            new Random(length).NextBytes(bytes);
            await using var command = new MySqlCommand("SELECT CAST(@v AS BINARY)", connection);
            command.Parameters.AddWithValue("@v", bytes);
            foreach (var prepared in new[] { false, true })
            {
                if (prepared)
                    await command.PrepareAsync();
                await using var reader = await command.ExecuteReaderAsync();
                Assert.True(await reader.ReadAsync());
                Assert.True(bytes.AsSpan().SequenceEqual(reader.GetFieldValue<byte[]>(0)));
            }
        }
    }

    private static Case Of<T>(Gen<T> random, params T[] extremes) =>
        new([.. extremes.Cast<object>()], count => random.Sample(count).Cast<object>());

    // Most values everywhere in the range, some close to its ends and to zero.
    private static Gen<long> Whole(long from, long to) => ArbMap.Default.GeneratorFor<DoNotSize<long>>()
        .Select(random => random.Item is >= -100 and <= 100 && random.Item >= from && random.Item <= to
            ? random.Item
            : from + (long)((UInt128)(ulong)random.Item % ((UInt128)(ulong)(to - from) + 1)));

    private static Gen<ulong> Bits() => ArbMap.Default.GeneratorFor<DoNotSize<ulong>>().Select(random => random.Item);

    private static Gen<string> Text(int longest)
    {
        var special = Gen.Elements('\'', '"', '\\', '\0', '%', '_', '`', '@', '?', ';', '\n', '\u001a').Select(c => (int)c);
        var rune = Gen.Frequency((4, Gen.Choose(32, 126)), (2, special), (2, Gen.Choose(0xAC00, 0xD7A3)), (1, Gen.Choose(0x10000, 0x10FFFF)));
        return Gen.Choose(0, longest / 2).SelectMany(length => rune.ArrayOf(length)).Select(runes =>
            runes.Aggregate(new StringBuilder(), (text, value) => text.Append(char.ConvertFromUtf32(value))).ToString());
    }

    private static Gen<byte[]> Binary(int longest) =>
        Gen.Choose(0, longest).SelectMany(length => Gen.Choose(0, 255).ArrayOf(length)).Select(values => Array.ConvertAll(values, value => (byte)value));

    private sealed record Case(object[] Extremes, Func<int, IEnumerable<object>> Random);
}
