// A statement the server keeps under a number, and the binary form of its values.
using System.Buffers.Text;
using System.Globalization;

namespace MySqlConnector;

internal sealed class PreparedStatement(uint id, int parameterCount, List<string?> names, string text, bool? onlyReads = null)
{
    private const ushort UnsignedFlag = 0x8000;

    /// <summary>True for a SELECT that takes no locks and stores nothing, which may be run even if the statement before it fails. Only batches ask.</summary>
    public bool OnlyReads => onlyReads ??= IsPureRead(text);

    /// <summary>Prepares those statements that the session doesn't know yet, all in one round trip.</summary>
    public static async ValueTask PrepareAsync(Session session, IReadOnlyList<IStatement> statements, bool async)
    {
        var wanted = new List<(string Key, List<string?> Names)>();
        foreach (var statement in statements)
        {
            if (session.Prepared.ContainsKey(statement.CommandText) || wanted.Exists(known => known.Key == statement.CommandText))
                continue;
            var (text, names) = SqlText.ForPrepare(statement.CommandText, statement.RawParameters, session);
            wanted.Add((statement.CommandText, names));
            session.StartPacket(Command.StatementPrepare);
            session.Wire.WriteUtf8(text);
            session.Wire.EndPacket();
        }
        if (wanted.Count == 0)
            return;
        await session.SendAsync(async).ConfigureAwait(false);
        await session.ReadResetAsync(async).ConfigureAwait(false);
        MySqlException? refused = null;
        foreach (var (key, names) in wanted)
        {
            try
            {
                var (id, parameters) = await session.ReadPreparedAsync(async).ConfigureAwait(false);
                session.Prepared[key] = new PreparedStatement(id, parameters, names, key);
            }
            catch (MySqlException error) when (!session.IsFailed)
            {
                // The answers behind this one are read too, or they would be taken for the next command's.
                refused ??= error;
            }
        }
        if (refused is not null)
            throw refused;
    }

    public void WriteExecute(Session session, MySqlParameterCollection? parameters)
    {
        var wire = session.Wire;
        var values = Bind(parameters);
        session.StartPacket(Command.StatementExecute);
        wire.WriteUInt32(id);
        wire.WriteByte(0);
        wire.WriteUInt32(1);
        if (values.Length > 0)
        {
            WriteNulls(wire, values);
            wire.WriteByte(1);
            foreach (ref readonly var value in values.AsSpan())
                wire.WriteUInt16(TypeOf(value, session.Settings.GuidFormat));
            foreach (ref readonly var value in values.AsSpan())
                WriteValue(wire, value, session.Settings.GuidFormat);
        }
        wire.EndPacket();
    }

    private static bool IsPureRead(string text) => text.AsSpan().TrimStart().StartsWith("SELECT", StringComparison.OrdinalIgnoreCase)
        && !Array.Exists(["INTO", "FOR ", "LOCK", "NEXTVAL", "NEXT VALUE", ":="], word => text.Contains(word, StringComparison.OrdinalIgnoreCase));

    private Bound[] Bind(MySqlParameterCollection? parameters)
    {
        var values = parameterCount == 0 ? [] : new Bound[parameterCount];
        for (var i = 0; i < values.Length; i++)
        {
            var name = i < names.Count ? names[i] : null;
            var index = name is null ? i : parameters?.IndexOf(name, i) ?? -1;
            values[i] = index >= 0 && index < parameters?.Count
                ? new Bound(parameters[index])
                : throw new MySqlException(MySqlErrorCode.None, $"Parameter '{name ?? "?"}' must be defined.");
        }
        return values;
    }

    private static void WriteNulls(Wire wire, Bound[] values)
    {
        var bitmap = wire.GetSpan((values.Length + 7) / 8)[..((values.Length + 7) / 8)];
        bitmap.Clear();
        for (var i = 0; i < values.Length; i++)
        {
            if (values[i].Shape == Shape.Null)
                bitmap[i / 8] |= (byte)(1 << i % 8);
        }
        wire.Advance(bitmap.Length);
    }

    private static ushort TypeOf(in Bound value, MySqlGuidFormat guids) => value.Shape switch
    {
        Shape.Null => (ushort)WireType.Null,
        Shape.Bool => (ushort)WireType.Tiny,
        Shape.Signed => (ushort)WireType.LongLong,
        Shape.Unsigned => (ushort)WireType.LongLong | UnsignedFlag,
        Shape.Single => (ushort)WireType.Float,
        Shape.Double => (ushort)WireType.Double,
        Shape.Decimal => (ushort)WireType.NewDecimal,
        Shape.DateTime => (ushort)WireType.DateTime,
        Shape.Date => (ushort)WireType.Date,
        Shape.Time => (ushort)WireType.Time,
        Shape.Bytes => (ushort)WireType.Blob,
        Shape.Guid when GuidBytes.IsBinary(guids) => (ushort)WireType.Blob,
        _ => (ushort)WireType.VarString,
    };

    private static void WriteValue(Wire wire, in Bound value, MySqlGuidFormat guids)
    {
        switch (value.Shape)
        {
            case Shape.Bool: wire.WriteByte((byte)value.Bits); break;
            case Shape.Signed or Shape.Unsigned or Shape.Double: wire.WriteUInt64((ulong)value.Bits); break;
            case Shape.Single: wire.WriteUInt32((uint)value.Bits); break;
            case Shape.Decimal: wire.WriteText(value.AsDecimal.ToString(CultureInfo.InvariantCulture)); break;
            case Shape.DateTime:
                wire.WriteByte(11);
                WriteDate(wire, value.AsDateTime);
                WriteClock(wire, value.AsDateTime.TimeOfDay);
                break;
            case Shape.Date:
                wire.WriteByte(4);
                WriteDate(wire, value.AsDateTime);
                break;
            case Shape.Time:
                var span = value.AsTime.Duration();
                wire.WriteByte(12);
                wire.WriteByte((byte)(value.Bits < 0 ? 1 : 0));
                wire.WriteUInt32((uint)span.Days);
                WriteClock(wire, span);
                break;
            case Shape.Guid: WriteGuid(wire, value.AsGuid, guids); break;
            case Shape.Text: wire.WriteText(value.Text); break;
            case Shape.Bytes: WriteBytes(wire, value.Bytes); break;
        }
    }

    private static void WriteDate(Wire wire, DateTime date)
    {
        wire.WriteUInt16((ushort)date.Year);
        wire.Write([(byte)date.Month, (byte)date.Day]);
    }

    private static void WriteClock(Wire wire, TimeSpan span)
    {
        wire.Write([(byte)span.Hours, (byte)span.Minutes, (byte)span.Seconds]);
        wire.WriteUInt32((uint)(span.Ticks % TimeSpan.TicksPerSecond / 10));
    }

    private static void WriteGuid(Wire wire, Guid guid, MySqlGuidFormat format)
    {
        Span<byte> bytes = stackalloc byte[36];
        var length = 16;
        if (GuidBytes.IsBinary(format))
            GuidBytes.Write(guid, format, bytes[..16]);
        else
            Utf8Formatter.TryFormat(guid, bytes, out length, format == MySqlGuidFormat.Char32 ? 'N' : 'D');
        WriteBytes(wire, bytes[..length]);
    }

    private static void WriteBytes(Wire wire, ReadOnlySpan<byte> bytes)
    {
        wire.WriteLength((ulong)bytes.Length);
        wire.Write(bytes);
    }
}
