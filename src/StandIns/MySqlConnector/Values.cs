// Decodes one value of a row, from its text or its binary form, to the .NET type its column has.
using System.Buffers.Binary;
using System.Buffers.Text;
using System.Globalization;
using System.Text;

namespace MySqlConnector;

internal static class Values
{
    public static bool IsInteger(Kind kind) => kind is >= Kind.Bool and <= Kind.Bit;

    /// <summary>Any integer but an unsigned 64-bit one, which <see cref="UInt64"/> reads.</summary>
    public static long Int64(Column column, ReadOnlySpan<byte> value, bool binary)
    {
        if (column.Kind is Kind.UInt64 or Kind.Bit)
            return checked((long)UInt64(column, value, binary));
        if (!binary)
            return Utf8Parser.TryParse(value, out long number, out var used) && used == value.Length ? number : throw Malformed(column, value);
        return (column.Type, column.IsUnsigned) switch
        {
            (WireType.Tiny, false) => (sbyte)value[0],
            (WireType.Tiny, true) => value[0],
            (WireType.Short, false) => BinaryPrimitives.ReadInt16LittleEndian(value),
            (WireType.Short or WireType.Year, _) => BinaryPrimitives.ReadUInt16LittleEndian(value),
            (WireType.LongLong, _) => BinaryPrimitives.ReadInt64LittleEndian(value),
            (_, true) => BinaryPrimitives.ReadUInt32LittleEndian(value),
            _ => BinaryPrimitives.ReadInt32LittleEndian(value),
        };
    }

    public static ulong UInt64(Column column, ReadOnlySpan<byte> value, bool binary)
    {
        if (column.Kind == Kind.Bit)
        {
            var bits = 0ul;
            foreach (var part in value.Length <= 8 ? value : throw Malformed(column, value))
                bits = bits << 8 | part;
            return bits;
        }
        if (column.Kind != Kind.UInt64)
            return checked((ulong)Int64(column, value, binary));
        if (binary)
            return BinaryPrimitives.ReadUInt64LittleEndian(value);
        return Utf8Parser.TryParse(value, out ulong number, out var used) && used == value.Length ? number : throw Malformed(column, value);
    }

    public static float Single(Column column, ReadOnlySpan<byte> value, bool binary)
    {
        if (binary)
            return BinaryPrimitives.ReadSingleLittleEndian(value);
        return float.TryParse(value, NumberStyles.Float, CultureInfo.InvariantCulture, out var number) ? number : throw Malformed(column, value);
    }

    public static double Double(Column column, ReadOnlySpan<byte> value, bool binary)
    {
        if (column.Kind == Kind.Float)
            return Single(column, value, binary);
        if (binary && column.Kind == Kind.Double)
            return BinaryPrimitives.ReadDoubleLittleEndian(value);
        return double.TryParse(value, NumberStyles.Float, CultureInfo.InvariantCulture, out var number) ? number : throw Malformed(column, value);
    }

    /// <summary>A DECIMAL, a text in both protocols. One with more than 28 digits is an OverflowException.</summary>
    public static decimal Decimal(ReadOnlySpan<byte> value) => decimal.Parse(value, NumberStyles.Float, CultureInfo.InvariantCulture);

    public static DateTime DateTime(Column column, ReadOnlySpan<byte> value, bool binary)
    {
        int year, month, day, hour = 0, minute = 0, second = 0, microsecond = 0;
        if (binary)
        {
            if (value.Length is not (0 or 4 or 7 or 11))
                throw Malformed(column, value);
            (year, month, day) = value.Length == 0 ? (0, 0, 0) : (BinaryPrimitives.ReadUInt16LittleEndian(value), value[2], value[3]);
            if (value.Length >= 7)
                (hour, minute, second) = (value[4], value[5], value[6]);
            if (value.Length == 11)
                microsecond = BinaryPrimitives.ReadInt32LittleEndian(value[7..]);
        }
        else if (!TryParseDate(value, out year, out month, out day)
            || (value.Length > 10 && !TryParseClock(value[11..], out hour, out minute, out second, out microsecond)))
        {
            throw Malformed(column, value);
        }
        if (year == 0 || month == 0 || day == 0)
            throw new InvalidCastException($"'{year:0000}-{month:00}-{day:00}' is no date that DateTime can hold.");
        try
        {
            return new DateTime(year, month, day, hour, minute, second).AddTicks(microsecond * 10L);
        }
        catch (ArgumentOutOfRangeException)
        {
            throw Malformed(column, value);
        }
    }

    public static TimeSpan Time(Column column, ReadOnlySpan<byte> value, bool binary)
    {
        if (!binary)
        {
            var negative = value.Length > 0 && value[0] == '-';
            if (!TryParseClock(negative ? value[1..] : value, out var hours, out var minutes, out var seconds, out var microseconds))
                throw Malformed(column, value);
            return Span(negative, 0, hours, minutes, seconds, microseconds);
        }
        return value.Length switch
        {
            0 => TimeSpan.Zero,
            8 => Span(value[0] != 0, BinaryPrimitives.ReadInt32LittleEndian(value[1..]), value[5], value[6], value[7], 0),
            12 => Span(value[0] != 0, BinaryPrimitives.ReadInt32LittleEndian(value[1..]), value[5], value[6], value[7], BinaryPrimitives.ReadInt32LittleEndian(value[8..])),
            _ => throw Malformed(column, value),
        };
    }

    public static Guid Guid(Column column, ReadOnlySpan<byte> value, MySqlGuidFormat format)
    {
        if (column.Kind is Kind.GuidBinary or Kind.Bytes && value.Length == 16)
            return GuidBytes.Read(value, GuidBytes.IsBinary(format) ? format : MySqlGuidFormat.Binary16);
        return Utf8Parser.TryParse(value, out Guid guid, out var used, value.Length == 32 ? 'N' : 'D') && used == value.Length ? guid : throw Malformed(column, value);
    }

    public static object Boxed(Column column, ReadOnlySpan<byte> value, bool binary, MySqlGuidFormat guids) => column.Kind switch
    {
        Kind.Bool => Int64(column, value, binary) != 0,
        Kind.SByte => checked((sbyte)Int64(column, value, binary)),
        Kind.Byte => checked((byte)Int64(column, value, binary)),
        Kind.Int16 => checked((short)Int64(column, value, binary)),
        Kind.UInt16 => checked((ushort)Int64(column, value, binary)),
        Kind.Int32 => checked((int)Int64(column, value, binary)),
        Kind.UInt32 => checked((uint)Int64(column, value, binary)),
        Kind.Int64 => Int64(column, value, binary),
        Kind.UInt64 or Kind.Bit => UInt64(column, value, binary),
        Kind.Decimal => Decimal(value),
        Kind.Float => Single(column, value, binary),
        Kind.Double => Double(column, value, binary),
        Kind.Date or Kind.DateTime => DateTime(column, value, binary),
        Kind.Time => Time(column, value, binary),
        Kind.Text => Encoding.UTF8.GetString(value),
        Kind.Bytes => value.ToArray(),
        Kind.Null => DBNull.Value,
        _ => Guid(column, value, guids),
    };

    /// <summary>Bytes of a value in a binary row; -1 when a length stands in front of it.</summary>
    public static int FixedLength(WireType type) => type switch
    {
        WireType.Tiny => 1,
        WireType.Short or WireType.Year => 2,
        WireType.Long or WireType.Int24 or WireType.Float => 4,
        WireType.LongLong or WireType.Double => 8,
        WireType.Null => 0,
        _ => -1,
    };

    private static TimeSpan Span(bool negative, int days, int hours, int minutes, int seconds, int microseconds)
    {
        var span = new TimeSpan(days, hours, minutes, seconds) + TimeSpan.FromMicroseconds(microseconds);
        return negative ? -span : span;
    }

    private static bool TryParseDate(ReadOnlySpan<byte> text, out int year, out int month, out int day)
    {
        (year, month, day) = (0, 0, 0);
        return text.Length is 10 or >= 19 && text[4] == '-' && text[7] == '-'
            && TryDigits(text[..4], out year) && TryDigits(text[5..7], out month) && TryDigits(text[8..10], out day);
    }

    private static bool TryParseClock(ReadOnlySpan<byte> text, out int hours, out int minutes, out int seconds, out int microseconds)
    {
        (hours, minutes, seconds, microseconds) = (0, 0, 0, 0);
        var colon = text.IndexOf((byte)':');
        if (colon is < 1 or > 4 || text.Length < colon + 6 || text[colon + 3] != ':')
            return false;
        if (!TryDigits(text[..colon], out hours) || !TryDigits(text.Slice(colon + 1, 2), out minutes) || !TryDigits(text.Slice(colon + 4, 2), out seconds))
            return false;
        var fraction = text[(colon + 6)..];
        if (fraction.Length == 0)
            return true;
        if (fraction.Length is < 2 or > 7 || fraction[0] != '.' || !TryDigits(fraction[1..], out microseconds))
            return false;
        for (var digits = fraction.Length - 1; digits < 6; digits++)
            microseconds *= 10;
        return true;
    }

    private static bool TryDigits(ReadOnlySpan<byte> text, out int number)
    {
        number = 0;
        foreach (var digit in text)
        {
            if (digit is < (byte)'0' or > (byte)'9')
                return false;
            number = number * 10 + digit - '0';
        }
        return text.Length > 0;
    }

    private static FormatException Malformed(Column column, ReadOnlySpan<byte> value) =>
        new($"Couldn't interpret the {value.Length} bytes of column '{column.Name}' as {column.TypeName}: {Encoding.UTF8.GetString(value[..Math.Min(value.Length, 40)])}");
}
