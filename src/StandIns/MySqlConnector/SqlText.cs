// Statements as text: each placeholder is replaced by its value as a literal that means the same under every sql_mode.
using System.Buffers.Text;
using System.Globalization;
using System.Text;
using System.Text.Unicode;

namespace MySqlConnector;

internal static class SqlText
{
    /// <summary>Bytes or characters; longer values are escaped by the server's mode, since hexadecimal would double them.</summary>
    private const int LongValue = 4096;

    /// <summary>Writes the statement with its values, and what parts it from a next one if another follows.</summary>
    public static void Write(Session session, string text, MySqlParameterCollection? parameters, bool last)
    {
        var wire = session.Wire;
        var scanner = new SqlScanner(text, session.NoBackslashEscapes);
        var written = 0;
        var position = 0;
        while (scanner.Next())
        {
            if (Find(scanner, parameters, session.Settings, ref position) is not { } parameter)
                continue;
            wire.WriteUtf8(text.AsSpan(written, scanner.Start - written));
            WriteLiteral(wire, new Bound(parameter), session);
            written = scanner.Start + scanner.Length;
        }
        wire.WriteUtf8(text.AsSpan(written));
        if (last)
            return;
        if (scanner.LastComment >= 0)
            wire.WriteByte((byte)'\n');
        var meant = scanner.LastComment >= 0 ? text.AsSpan(0, scanner.LastComment) : text;
        if (!meant.TrimEnd().EndsWith(';'))
            wire.WriteByte((byte)';');
    }

    /// <summary>The statement with a question mark for each placeholder, as the server prepares it, and the names in their order.</summary>
    public static (string Text, List<string?> Names) ForPrepare(string text, MySqlParameterCollection? parameters, Session session)
    {
        var scanner = new SqlScanner(text, session.NoBackslashEscapes);
        var result = new StringBuilder(text.Length);
        var names = new List<string?>();
        var written = 0;
        while (scanner.Next())
        {
            if (scanner.Name.Length > 0 && (parameters?.IndexOf(scanner.Name, names.Count) ?? -1) < 0)
            {
                RequireVariable(scanner, session.Settings);
                continue;
            }
            result.Append(text, written, scanner.Start - written).Append('?');
            names.Add(scanner.Name.Length == 0 ? null : scanner.Name.ToString());
            written = scanner.Start + scanner.Length;
        }
        return (result.Append(text, written, text.Length - written).ToString(), names);
    }

    /// <summary>True when a value is so long that it is escaped by the server's mode, which must be known then.</summary>
    public static bool NeedsMode(MySqlParameterCollection? parameters)
    {
        for (var i = 0; i < (parameters?.Count ?? 0); i++)
        {
            if (parameters![i].Value is string { Length: > LongValue } or byte[] { Length: > LongValue } or Memory<byte> or ReadOnlyMemory<byte>
                or ArraySegment<byte> or MemoryStream)
                return true;
        }
        return false;
    }

    private static MySqlParameter? Find(scoped in SqlScanner scanner, MySqlParameterCollection? parameters, ConnectionSettings settings, ref int position)
    {
        if (scanner.Name.Length == 0)
        {
            if (parameters is null)
                return null;
            return position < parameters.Count
                ? parameters[position++]
                : throw new MySqlException(MySqlErrorCode.None, $"Parameter index {position} is invalid when only {parameters.Count} parameters are defined.");
        }
        var index = parameters?.IndexOf(scanner.Name, position) ?? -1;
        if (index >= 0)
        {
            position = index + 1;
            return parameters![index];
        }
        RequireVariable(scanner, settings);
        return null;
    }

    private static void RequireVariable(scoped in SqlScanner scanner, ConnectionSettings settings)
    {
        if (!settings.AllowUserVariables && !scanner.IsGlued)
        {
            throw new MySqlException(MySqlErrorCode.None,
                $"Parameter '@{scanner.Name}' must be defined. To use this as a variable, set 'Allow User Variables=true' in the connection string.");
        }
    }

    private static void WriteLiteral(Wire wire, in Bound value, Session session)
    {
        int length;
        switch (value.Shape)
        {
            case Shape.Null: wire.Write("NULL"u8); break;
            case Shape.Bool: wire.Write(value.Bits != 0 ? "true"u8 : "false"u8); break;
            case Shape.Signed: WriteFormatted(wire, value.Bits); break;
            case Shape.Unsigned: WriteFormatted(wire, (ulong)value.Bits); break;
            case Shape.Single: WriteFloat(wire, value.AsSingle); break;
            case Shape.Double: WriteFloat(wire, value.AsDouble); break;
            case Shape.Decimal: WriteFormatted(wire, value.AsDecimal); break;
            case Shape.DateTime:
                Utf8.TryWrite(wire.GetSpan(64), CultureInfo.InvariantCulture, $"timestamp'{value.AsDateTime:yyyy-MM-dd HH:mm:ss.ffffff}'", out length);
                wire.Advance(length);
                break;
            case Shape.Date:
                Utf8.TryWrite(wire.GetSpan(64), CultureInfo.InvariantCulture, $"date'{value.AsDateTime:yyyy-MM-dd}'", out length);
                wire.Advance(length);
                break;
            case Shape.Time:
                var (sign, span) = (value.Bits < 0 ? "-" : "", value.AsTime.Duration());
                Utf8.TryWrite(wire.GetSpan(64), CultureInfo.InvariantCulture, $"time'{sign}{span.Days * 24 + span.Hours}:{span:mm\\:ss\\.ffffff}'", out length);
                wire.Advance(length);
                break;
            case Shape.Guid: WriteGuid(wire, value.AsGuid, session.Settings.GuidFormat); break;
            case Shape.Text: WriteText(wire, value.Text, session); break;
            case Shape.Bytes: WriteBinary(wire, value.Bytes, session); break;
        }
    }

    private static void WriteText(Wire wire, ReadOnlySpan<char> text, Session session)
    {
        if (!text.Contains('\\'))
        {
            // Doubling the quotes is right in every mode.
            WriteQuoted(wire, text);
        }
        else if (text.Length <= LongValue)
        {
            // A backslash means itself or not, as the mode says; hexadecimal means the same always.
            wire.Write("_utf8mb4 X'"u8);
            Span<byte> bytes = stackalloc byte[3 * LongValue];
            WriteHex(wire, bytes[..Encoding.UTF8.GetBytes(text, bytes)]);
        }
        else if (session.NoBackslashEscapes)
        {
            WriteQuoted(wire, text);
        }
        else
        {
            WriteQuoted(wire, text.ToString().Replace("\\", @"\\", StringComparison.Ordinal));
        }
    }

    private static void WriteQuoted(Wire wire, ReadOnlySpan<char> text)
    {
        wire.WriteByte((byte)'\'');
        for (var at = text.IndexOf('\''); at >= 0; at = text.IndexOf('\''))
        {
            wire.WriteUtf8(text[..at]);
            wire.Write("''"u8);
            text = text[(at + 1)..];
        }
        wire.WriteUtf8(text);
        wire.WriteByte((byte)'\'');
    }

    private static void WriteBinary(Wire wire, ReadOnlySpan<byte> bytes, Session session)
    {
        if (bytes.Length <= LongValue)
        {
            wire.Write("_binary X'"u8);
            WriteHex(wire, bytes);
            return;
        }
        wire.Write("_binary'"u8);
        var room = wire.GetSpan(2 * bytes.Length);
        var length = 0;
        foreach (var value in bytes)
        {
            if (value == '\'' || (value == '\\' && !session.NoBackslashEscapes))
                room[length++] = value;
            room[length++] = value;
        }
        wire.Advance(length);
        wire.WriteByte((byte)'\'');
    }

    private static void WriteHex(Wire wire, ReadOnlySpan<byte> bytes)
    {
        Convert.TryToHexString(bytes, wire.GetSpan(2 * bytes.Length), out var written);
        wire.Advance(written);
        wire.WriteByte((byte)'\'');
    }

    private static void WriteFormatted<T>(Wire wire, T number) where T : IUtf8SpanFormattable
    {
        number.TryFormat(wire.GetSpan(40), out var length, default, CultureInfo.InvariantCulture);
        wire.Advance(length);
    }

    private static void WriteFloat<T>(Wire wire, T number) where T : IUtf8SpanFormattable
    {
        var target = wire.GetSpan(48);
        number.TryFormat(target, out var length, "R", CultureInfo.InvariantCulture);
        wire.Advance(length);
        // Without an exponent the server would take it for a decimal.
        if (!target[..length].Contains((byte)'E'))
            wire.Write("e0"u8);
    }

    private static void WriteGuid(Wire wire, Guid guid, MySqlGuidFormat format)
    {
        if (GuidBytes.IsBinary(format))
        {
            Span<byte> bytes = stackalloc byte[16];
            GuidBytes.Write(guid, format, bytes);
            wire.Write("_binary X'"u8);
            WriteHex(wire, bytes);
            return;
        }
        wire.WriteByte((byte)'\'');
        Utf8Formatter.TryFormat(guid, wire.GetSpan(36), out var length, format == MySqlGuidFormat.Char32 ? 'N' : 'D');
        wire.Advance(length);
        wire.WriteByte((byte)'\'');
    }
}
