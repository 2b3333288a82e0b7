// A parameter's value brought down to the few shapes that SQL knows; both ways of sending spell from here.
using System.Globalization;
using System.Text;

namespace MySqlConnector;

internal enum Shape : byte { Null, Bool, Signed, Unsigned, Single, Double, Decimal, DateTime, Date, Time, Text, Bytes, Guid }

internal readonly struct Bound
{
    private readonly object? _object;
    private readonly ReadOnlyMemory<char> _text;
    private readonly ReadOnlyMemory<byte> _bytes;

    public Bound(MySqlParameter parameter)
    {
        _object = parameter.Value;
        (Shape, Bits) = _object switch
        {
            null or DBNull => (Shape.Null, 0),
            bool truth => (Shape.Bool, truth ? 1 : 0),
            int number => (Shape.Signed, number),
            long number => (Shape.Signed, number),
            short number => (Shape.Signed, number),
            sbyte number => (Shape.Signed, number),
            byte number => (Shape.Unsigned, number),
            ushort number => (Shape.Unsigned, number),
            uint number => (Shape.Unsigned, number),
            ulong number => (Shape.Unsigned, (long)number),
            float number => (Shape.Single, BitConverter.SingleToInt32Bits(number)),
            double number => (Shape.Double, BitConverter.DoubleToInt64Bits(number)),
            decimal => (Shape.Decimal, 0),
            DateTime time => (Shape.DateTime, time.Ticks),
            DateTimeOffset time => (Shape.DateTime, time.UtcTicks),
            DateOnly date => (Shape.Date, date.ToDateTime(default).Ticks),
            TimeSpan span => (Shape.Time, span.Ticks),
            TimeOnly time => (Shape.Time, time.Ticks),
            System.Guid => (Shape.Guid, 0),
            Enum when parameter.WantsText => (Shape.Text, 0),
            Enum value => (Shape.Signed, long.Parse(value.ToString("D"), CultureInfo.InvariantCulture)),
            string or char or StringBuilder or Memory<char> or ReadOnlyMemory<char> => (Shape.Text, 0),
            byte[] or Memory<byte> or ReadOnlyMemory<byte> or ArraySegment<byte> or MemoryStream => (Shape.Bytes, 0),
            var other => throw new NotSupportedException($"Parameter type {other.GetType().Name} is not supported (parameter '{parameter.ParameterName}')."),
        };
        if (Shape is Shape.Single or Shape.Double && !double.IsFinite(AsDouble))
            throw new NotSupportedException($"MySQL has no value for {_object} (parameter '{parameter.ParameterName}').");
        if (Shape == Shape.Text)
            _text = Cut(TextOf(_object!), parameter.Size);
        else if (Shape == Shape.Bytes)
            _bytes = Cut(BytesOf(_object!), parameter.Size);
    }

    public Shape Shape { get; }

    /// <summary>The number itself, the bits of a floating one, or the ticks of a time.</summary>
    public long Bits { get; }

    public double AsDouble => Shape == Shape.Single ? AsSingle : BitConverter.Int64BitsToDouble(Bits);
    public float AsSingle => BitConverter.Int32BitsToSingle((int)Bits);
    public decimal AsDecimal => (decimal)_object!;
    public DateTime AsDateTime => new(Bits);
    public TimeSpan AsTime => new(Bits);
    public Guid AsGuid => (Guid)_object!;
    public ReadOnlySpan<char> Text => _text.Span;
    public ReadOnlySpan<byte> Bytes => _bytes.Span;

    private static ReadOnlyMemory<char> TextOf(object value) => value switch
    {
        string text => text.AsMemory(),
        Memory<char> text => text,
        ReadOnlyMemory<char> text => text,
        Enum name => name.ToString("G").AsMemory(),
        _ => value.ToString().AsMemory(),
    };

    private static ReadOnlyMemory<byte> BytesOf(object value) => value switch
    {
        byte[] bytes => bytes,
        Memory<byte> bytes => bytes,
        ArraySegment<byte> bytes => bytes,
        MemoryStream stream => stream.ToArray(),
        _ => (ReadOnlyMemory<byte>)value,
    };

    /// <summary>Parameter.Size, if set, cuts what is longer.</summary>
    private static ReadOnlyMemory<T> Cut<T>(ReadOnlyMemory<T> value, int size) => size > 0 && size < value.Length ? value[..size] : value;
}
