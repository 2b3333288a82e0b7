// What the server says of a column, and the .NET type that follows from it.
namespace MySqlConnector;

/// <summary>Type bytes of the protocol.</summary>
internal enum WireType : byte
{
    Decimal = 0, Tiny = 1, Short = 2, Long = 3, Float = 4, Double = 5, Null = 6, Timestamp = 7, LongLong = 8, Int24 = 9, Date = 10,
    Time = 11, DateTime = 12, Year = 13, VarChar = 15, Bit = 16, Json = 245, NewDecimal = 246, Enum = 247, Set = 248, TinyBlob = 249,
    MediumBlob = 250, LongBlob = 251, Blob = 252, VarString = 253, String = 254, Geometry = 255,
}

/// <summary>How a value is decoded: one entry for each .NET type and spelling.</summary>
internal enum Kind : byte
{
    Bool, SByte, Byte, Int16, UInt16, Int32, UInt32, Int64, UInt64, Bit, Decimal, Float, Double, Date, DateTime, Time, Text, Bytes,
    GuidChar36, GuidChar32, GuidBinary, Null,
}

internal sealed class Column
{
    private const int Unsigned = 32;
    private const int EnumFlag = 256;
    private const int SetFlag = 2048;
    private const int BinaryCharset = 63;

    public Column(ReadOnlySpan<byte> definition, ConnectionSettings settings)
    {
        var reader = new PacketReader(definition);
        for (var skipped = 0; skipped < 4; skipped++)
            reader.ReadBytes();
        Name = reader.ReadText();
        reader.ReadBytes();
        reader.ReadLength();
        Charset = reader.ReadUInt16();
        Length = reader.ReadUInt32();
        Type = (WireType)reader.ReadByte();
        Flags = reader.ReadUInt16();
        reader.ReadByte();
        Kind = KindOf(settings);
        if (!Enum.IsDefined(Type))
            throw new ProtocolException($"Column '{Name}' has unknown type {(byte)Type}.");
    }

    public string Name { get; }
    public WireType Type { get; }
    public Kind Kind { get; }
    public ushort Flags { get; }
    public ushort Charset { get; }
    public uint Length { get; }

    public bool IsUnsigned => (Flags & Unsigned) != 0;
    private bool IsText => Charset != BinaryCharset;

    public Type ClrType => Kind switch
    {
        Kind.Bool => typeof(bool),
        Kind.SByte => typeof(sbyte),
        Kind.Byte => typeof(byte),
        Kind.Int16 => typeof(short),
        Kind.UInt16 => typeof(ushort),
        Kind.Int32 => typeof(int),
        Kind.UInt32 => typeof(uint),
        Kind.Int64 => typeof(long),
        Kind.UInt64 or Kind.Bit => typeof(ulong),
        Kind.Decimal => typeof(decimal),
        Kind.Float => typeof(float),
        Kind.Double => typeof(double),
        Kind.Date or Kind.DateTime => typeof(DateTime),
        Kind.Time => typeof(TimeSpan),
        Kind.Text => typeof(string),
        Kind.Bytes => typeof(byte[]),
        Kind.Null => typeof(object),
        _ => typeof(Guid),
    };

    public string TypeName
    {
        get
        {
            var name = Type switch
            {
                WireType.Tiny when Kind == Kind.Bool => "BOOL",
                WireType.Tiny => "TINYINT",
                WireType.Short => "SMALLINT",
                WireType.Int24 => "MEDIUMINT",
                WireType.Long => "INT",
                WireType.LongLong => "BIGINT",
                WireType.NewDecimal => "DECIMAL",
                WireType.Blob or WireType.TinyBlob or WireType.MediumBlob or WireType.LongBlob => IsText ? "TEXT" : "BLOB",
                WireType.String => (Flags & EnumFlag) != 0 ? "ENUM" : (Flags & SetFlag) != 0 ? "SET" : IsText ? $"CHAR({Length / 4})" : $"BINARY({Length})",
                WireType.VarString or WireType.VarChar => IsText ? "VARCHAR" : "VARBINARY",
                _ => Type.ToString().ToUpperInvariant(),
            };
            return Kind is Kind.Byte or Kind.UInt16 or Kind.UInt32 or Kind.UInt64 ? name + " UNSIGNED" : name;
        }
    }

    private Kind KindOf(ConnectionSettings settings) => Type switch
    {
        WireType.Tiny when Length == 1 && settings.TreatTinyAsBoolean && !IsUnsigned => Kind.Bool,
        WireType.Tiny => IsUnsigned ? Kind.Byte : Kind.SByte,
        WireType.Short => IsUnsigned ? Kind.UInt16 : Kind.Int16,
        WireType.Long or WireType.Int24 => IsUnsigned ? Kind.UInt32 : Kind.Int32,
        WireType.LongLong => IsUnsigned ? Kind.UInt64 : Kind.Int64,
        WireType.Year => Kind.Int32,
        WireType.Bit => Kind.Bit,
        WireType.Decimal or WireType.NewDecimal => Kind.Decimal,
        WireType.Float => Kind.Float,
        WireType.Double => Kind.Double,
        WireType.Date => Kind.Date,
        WireType.DateTime or WireType.Timestamp => Kind.DateTime,
        WireType.Time => Kind.Time,
        WireType.Null => Kind.Null,
        WireType.Json or WireType.Enum or WireType.Set => Kind.Text,
        WireType.Geometry => Kind.Bytes,
        WireType.String or WireType.VarString or WireType.VarChar when IsText => (settings.GuidFormat, Type, Length) switch
        {
            (MySqlGuidFormat.Char36, WireType.String, 36 * 4) => Kind.GuidChar36,
            (MySqlGuidFormat.Char32, WireType.String, 32 * 4) => Kind.GuidChar32,
            _ => Kind.Text,
        },
        WireType.String or WireType.VarString or WireType.VarChar => Length == 16 && GuidBytes.IsBinary(settings.GuidFormat) && Type == WireType.String
            ? Kind.GuidBinary
            : Kind.Bytes,
        _ => IsText ? Kind.Text : Kind.Bytes,
    };
}

/// <summary>The three orders in which sixteen bytes can hold a Guid.</summary>
internal static class GuidBytes
{
    public static bool IsBinary(MySqlGuidFormat format) =>
        format is MySqlGuidFormat.Binary16 or MySqlGuidFormat.TimeSwapBinary16 or MySqlGuidFormat.LittleEndianBinary16;

    public static Guid Read(ReadOnlySpan<byte> bytes, MySqlGuidFormat format)
    {
        if (bytes.Length != 16)
            throw new FormatException($"A Guid has 16 bytes, not {bytes.Length}.");
        if (format != MySqlGuidFormat.TimeSwapBinary16)
            return new Guid(bytes, bigEndian: format != MySqlGuidFormat.LittleEndianBinary16);
        Span<byte> swapped = stackalloc byte[16];
        bytes[4..8].CopyTo(swapped);
        bytes[2..4].CopyTo(swapped[4..]);
        bytes[..2].CopyTo(swapped[6..]);
        bytes[8..].CopyTo(swapped[8..]);
        return new Guid(swapped, bigEndian: true);
    }

    public static void Write(Guid value, MySqlGuidFormat format, Span<byte> target)
    {
        value.TryWriteBytes(target, bigEndian: format != MySqlGuidFormat.LittleEndianBinary16, out _);
        if (format != MySqlGuidFormat.TimeSwapBinary16)
            return;
        Span<byte> plain = stackalloc byte[16];
        target.CopyTo(plain);
        plain[6..8].CopyTo(target);
        plain[4..6].CopyTo(target[2..]);
        plain[..4].CopyTo(target[4..]);
    }
}
