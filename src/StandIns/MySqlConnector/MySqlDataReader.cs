// Rows as they arrive. A row lies in the connection's buffer until the next is read; typed getters decode it in place.
using System.Collections;
using System.Data;
using System.Data.Common;
using System.Numerics;
using System.Runtime.CompilerServices;
using System.Text;

namespace MySqlConnector;

public sealed class MySqlDataReader : DbDataReader
{
    private const int NullLength = -1;

    private readonly MySqlConnection _connection;
    private readonly Session _session;
    private readonly Execution _execution;
    private readonly CommandBehavior _behavior;
    private Column[] _columns = [];
    private (int Offset, int Length)[] _fields = [];
    private State _state = State.Done;
    private long _affected = -1;
    private bool _hasRows;
    private bool _finished;
    private bool _closed;

    internal MySqlDataReader(MySqlConnection connection, Execution execution, CommandBehavior behavior)
    {
        (_connection, _execution, _behavior) = (connection, execution, behavior);
        _session = connection.Session;
    }

    // Peeked: the row read to know HasRows, which the caller hasn't read yet.
    private enum State { Peeked, Rows, Done }

    public override int FieldCount => Open()._columns.Length;
    public override bool HasRows => _hasRows;
    public override bool IsClosed => _closed;
    public override int Depth => 0;
    public override int RecordsAffected => (int)Math.Min(_affected, int.MaxValue);
    public override object this[int ordinal] => GetValue(ordinal);
    public override object this[string name] => GetValue(GetOrdinal(name));
    public override bool Read() => ReadCoreAsync(async: false).Now();

    public override Task<bool> ReadAsync(CancellationToken cancellationToken)
    {
        cancellationToken.ThrowIfCancellationRequested();
        var read = ReadCoreAsync(async: true);
        return read.IsCompletedSuccessfully ? Task.FromResult(read.Result) : read.AsTask();
    }

    public override bool NextResult() => NextResultCoreAsync(async: false).Now();

    public override Task<bool> NextResultAsync(CancellationToken cancellationToken)
    {
        cancellationToken.ThrowIfCancellationRequested();
        return NextResultCoreAsync(async: true).AsTask();
    }

    public override void Close() => CloseCoreAsync(async: false).Now();
    public override Task CloseAsync() => CloseCoreAsync(async: true).AsTask();

    protected override void Dispose(bool disposing)
    {
        if (disposing)
            Close();
        base.Dispose(disposing);
    }

    public override async ValueTask DisposeAsync()
    {
        await CloseCoreAsync(async: true).ConfigureAwait(false);
        await base.DisposeAsync().ConfigureAwait(false);
    }

    public override bool IsDBNull(int ordinal) => Field(ordinal).Length == NullLength;
    public override Task<bool> IsDBNullAsync(int ordinal, CancellationToken cancellationToken) => Task.FromResult(IsDBNull(ordinal));
    public override string GetName(int ordinal) => ColumnAt(ordinal).Name;
    public override string GetDataTypeName(int ordinal) => ColumnAt(ordinal).TypeName;
    public override Type GetFieldType(int ordinal) => ColumnAt(ordinal).ClrType;

    public override int GetOrdinal(string name)
    {
        var index = Array.FindIndex(_columns, column => column.Name == name);
        if (index < 0)
            index = Array.FindIndex(_columns, column => string.Equals(column.Name, name, StringComparison.OrdinalIgnoreCase));
        return index >= 0 ? index : throw MissingColumn($"The column name '{name}' does not exist in the result set.");
    }

    public override bool GetBoolean(int ordinal)
    {
        var column = ColumnAt(ordinal);
        return column.Kind == Kind.Decimal ? GetDecimal(ordinal) != 0 : column.Kind is Kind.UInt64 or Kind.Bit ? GetUInt64(ordinal) != 0 : GetInt64(ordinal) != 0;
    }

    public override byte GetByte(int ordinal) => Number<byte>(ordinal);
    public sbyte GetSByte(int ordinal) => Number<sbyte>(ordinal);
    public override short GetInt16(int ordinal) => Number<short>(ordinal);
    public ushort GetUInt16(int ordinal) => Number<ushort>(ordinal);
    public override int GetInt32(int ordinal) => Number<int>(ordinal);
    public uint GetUInt32(int ordinal) => Number<uint>(ordinal);
    public override long GetInt64(int ordinal) => Number<long>(ordinal);
    public ulong GetUInt64(int ordinal) => Number<ulong>(ordinal);
    public override decimal GetDecimal(int ordinal) => Number<decimal>(ordinal, fractions: true);
    public override double GetDouble(int ordinal) => Number<double>(ordinal, fractions: true);
    public override float GetFloat(int ordinal) => Number<float>(ordinal, fractions: true);

    public override string GetString(int ordinal)
    {
        var value = Value(ordinal, out var column);
        return column.Kind is Kind.Text or Kind.GuidChar36 or Kind.GuidChar32 ? Encoding.UTF8.GetString(value) : throw WrongType(column, typeof(string));
    }

    public override char GetChar(int ordinal) => GetString(ordinal) is { Length: > 0 } text ? text[0] : throw new InvalidCastException("The text is empty.");

    public override DateTime GetDateTime(int ordinal)
    {
        var value = Value(ordinal, out var column);
        return column.Kind switch
        {
            Kind.Date or Kind.DateTime => Values.DateTime(column, value, IsBinary),
            Kind.Text => Values.DateTime(column, value, binary: false),
            _ => throw WrongType(column, typeof(DateTime)),
        };
    }

    /// <summary>The server's date and time are taken for UTC.</summary>
    public DateTimeOffset GetDateTimeOffset(int ordinal) => new(DateTime.SpecifyKind(GetDateTime(ordinal), DateTimeKind.Utc));
    public DateOnly GetDateOnly(int ordinal) => DateOnly.FromDateTime(GetDateTime(ordinal));
    public TimeOnly GetTimeOnly(int ordinal) => TimeOnly.FromTimeSpan(GetTimeSpan(ordinal));

    public TimeSpan GetTimeSpan(int ordinal)
    {
        var value = Value(ordinal, out var column);
        return column.Kind switch
        {
            Kind.Time => Values.Time(column, value, IsBinary),
            Kind.Text => Values.Time(column, value, binary: false),
            _ => throw WrongType(column, typeof(TimeSpan)),
        };
    }

    public override Guid GetGuid(int ordinal)
    {
        var value = Value(ordinal, out var column);
        return column.Kind is Kind.Text or Kind.Bytes or Kind.GuidChar36 or Kind.GuidChar32 or Kind.GuidBinary
            ? Values.Guid(column, value, _session.Settings.GuidFormat)
            : throw WrongType(column, typeof(Guid));
    }

    public override long GetBytes(int ordinal, long dataOffset, byte[]? buffer, int bufferOffset, int length)
    {
        var value = Value(ordinal, out var column);
        return column.Kind is Kind.Bytes or Kind.Text or Kind.GuidBinary
            ? Copy(value, dataOffset, buffer, bufferOffset, length)
            : throw WrongType(column, typeof(byte[]));
    }

    public override long GetChars(int ordinal, long dataOffset, char[]? buffer, int bufferOffset, int length) =>
        Copy<char>(GetString(ordinal), dataOffset, buffer, bufferOffset, length);

    public override object GetValue(int ordinal)
    {
        if (IsDBNull(ordinal))
            return DBNull.Value;
        var value = Value(ordinal, out var column);
        return Values.Boxed(column, value, IsBinary, _session.Settings.GuidFormat);
    }

    public override int GetValues(object[] values)
    {
        var count = Math.Min(values.Length, FieldCount);
        for (var i = 0; i < count; i++)
            values[i] = GetValue(i);
        return count;
    }

    // The casts through object vanish when the compiler knows T, so nothing is boxed.
    public override T GetFieldValue<T>(int ordinal)
    {
        if (typeof(T) == typeof(int)) return (T)(object)GetInt32(ordinal);
        if (typeof(T) == typeof(long)) return (T)(object)GetInt64(ordinal);
        if (typeof(T) == typeof(bool)) return (T)(object)GetBoolean(ordinal);
        if (typeof(T) == typeof(string)) return (T)(object)GetString(ordinal);
        if (typeof(T) == typeof(byte)) return (T)(object)GetByte(ordinal);
        if (typeof(T) == typeof(sbyte)) return (T)(object)GetSByte(ordinal);
        if (typeof(T) == typeof(short)) return (T)(object)GetInt16(ordinal);
        if (typeof(T) == typeof(ushort)) return (T)(object)GetUInt16(ordinal);
        if (typeof(T) == typeof(uint)) return (T)(object)GetUInt32(ordinal);
        if (typeof(T) == typeof(ulong)) return (T)(object)GetUInt64(ordinal);
        if (typeof(T) == typeof(decimal)) return (T)(object)GetDecimal(ordinal);
        if (typeof(T) == typeof(double)) return (T)(object)GetDouble(ordinal);
        if (typeof(T) == typeof(float)) return (T)(object)GetFloat(ordinal);
        if (typeof(T) == typeof(char)) return (T)(object)GetChar(ordinal);
        if (typeof(T) == typeof(DateTime)) return (T)(object)GetDateTime(ordinal);
        if (typeof(T) == typeof(DateTimeOffset)) return (T)(object)GetDateTimeOffset(ordinal);
        if (typeof(T) == typeof(DateOnly)) return (T)(object)GetDateOnly(ordinal);
        if (typeof(T) == typeof(TimeOnly)) return (T)(object)GetTimeOnly(ordinal);
        if (typeof(T) == typeof(TimeSpan)) return (T)(object)GetTimeSpan(ordinal);
        if (typeof(T) == typeof(Guid)) return (T)(object)GetGuid(ordinal);
        if (typeof(T) == typeof(byte[]))
        {
            var value = Value(ordinal, out var column);
            return column.Kind is Kind.Bytes or Kind.GuidBinary ? (T)(object)value.ToArray() : throw WrongType(column, typeof(byte[]));
        }
        var boxed = GetValue(ordinal);
        return boxed is DBNull && default(T) is null && typeof(T) != typeof(object) && typeof(T) != typeof(DBNull) ? default! : (T)boxed;
    }

    public override IEnumerator GetEnumerator() => new DbEnumerator(this, closeReader: false);

    /// <summary>Throws why the command was stopped, unless it had come to its end before.</summary>
    internal async ValueTask StopAsync(bool async)
    {
        if (_state == State.Done || _session.StopError() is not { } stopped)
            return;
        await DrainAsync(async).ConfigureAwait(false);
        throw stopped;
    }

    /// <summary>After a start that failed.</summary>
    internal async ValueTask AbandonAsync(bool async)
    {
        await FinishAsync(async).ConfigureAwait(false);
        _closed = true;
        _connection.ReaderClosed();
    }

    /// <summary>Reads to the end and closes, so that errors of later statements surface too; the first value, if that is wanted.</summary>
    internal async ValueTask<object?> ToEndAsync(bool scalar, bool async)
    {
        try
        {
            var first = scalar && await ReadCoreAsync(async).ConfigureAwait(false) ? GetValue(0) : null;
            while (!_finished)
                await NextResultCoreAsync(async).ConfigureAwait(false);
            return first;
        }
        finally
        {
            await CloseCoreAsync(async).ConfigureAwait(false);
        }
    }

    private ValueTask<bool> ReadCoreAsync(bool async)
    {
        if (Open()._state == State.Rows)
            return FetchAsync(async);
        var peeked = _state == State.Peeked;
        _state = peeked ? State.Rows : State.Done;
        return new(peeked);
    }

    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder<>))]
    private async ValueTask<bool> FetchAsync(bool async)
    {
        try
        {
            if (!_session.TryTakePacket())
                await _session.ReadPacketAsync(async).ConfigureAwait(false);
            if (_session.IsRow())
            {
                IndexRow();
                return true;
            }
        }
        catch (Exception error)
        {
            _state = State.Done;
            _execution.Failed(error);
            await FinishAsync(async).ConfigureAwait(false);
            throw;
        }
        _state = State.Done;
        var stopped = _session.StopError();
        if (!_execution.HasMore(_session))
            await FinishAsync(async).ConfigureAwait(false);
        return stopped is null ? false : throw stopped;
    }

    private async ValueTask<bool> NextResultCoreAsync(bool async)
    {
        Open();
        await SkipRowsAsync(async).ConfigureAwait(false);
        if (_finished)
        {
            (_columns, _hasRows) = ([], false);
            return false;
        }
        try
        {
            return await AdvanceAsync(first: false, async).ConfigureAwait(false);
        }
        catch (Exception error)
        {
            _state = State.Done;
            _execution.Failed(error);
            await FinishAsync(async).ConfigureAwait(false);
            throw;
        }
    }

    /// <summary>Goes to the next result with rows. False when none is left.</summary>
    internal async ValueTask<bool> AdvanceAsync(bool first, bool async)
    {
        (_columns, _hasRows, _state) = ([], false, State.Done);
        var since = Environment.TickCount64;
        while (first || _execution.HasMore(_session))
        {
            if (!first)
                _session.ThrowIfLate(since);
            first = false;
            await _execution.BeforeAnswerAsync(_session, async).ConfigureAwait(false);
            await _session.ReadPacketAsync(async).ConfigureAwait(false);
            var answer = _session.ParseAnswer();
            if (!answer.HasRows)
            {
                _affected = Math.Max(_affected, 0) + answer.Affected;
                _execution.Done(answer);
                continue;
            }
            _execution.Done(answer);
            _columns = await _session.ReadColumnsAsync(answer.Columns, async).ConfigureAwait(false);
            if (_fields.Length < _columns.Length)
                _fields = new (int, int)[_columns.Length];
            _state = State.Rows;
            _hasRows = await FetchAsync(async).ConfigureAwait(false);
            if (_hasRows)
                _state = State.Peeked;
            return true;
        }
        await FinishAsync(async).ConfigureAwait(false);
        return false;
    }

    private async ValueTask SkipRowsAsync(bool async)
    {
        var since = Environment.TickCount64;
        while (_state != State.Done)
        {
            _session.ThrowIfLate(since);
            _state = State.Rows;
            await FetchAsync(async).ConfigureAwait(false);
        }
    }

    private async ValueTask DrainAsync(bool async)
    {
        try
        {
            do
            {
                await SkipRowsAsync(async).ConfigureAwait(false);
            }
            while (!_finished && await NextResultCoreAsync(async).ConfigureAwait(false));
        }
        catch (Exception error) when (error is MySqlException or OperationCanceledException)
        {
            // Whoever closes a reader early doesn't want to hear how the rest would have ended.
        }
    }

    private async ValueTask FinishAsync(bool async)
    {
        if (_finished)
            return;
        _finished = true;
        await _execution.DiscardAsync(_session, async).ConfigureAwait(false);
        _session.FinishCommand();
        await _session.SettleAsync(async).ConfigureAwait(false);
    }

    internal async ValueTask CloseCoreAsync(bool async)
    {
        if (_closed)
            return;
        if (!_finished)
        {
            await DrainAsync(async).ConfigureAwait(false);
            await FinishAsync(async).ConfigureAwait(false);
        }
        _closed = true;
        _execution.Ended();
        _connection.ReaderClosed();
        if ((_behavior & CommandBehavior.CloseConnection) != 0)
            await _connection.CloseCoreAsync(async).ConfigureAwait(false);
    }

    private bool IsBinary => _execution.IsBinary;

    private void IndexRow()
    {
        try
        {
            if (IsBinary)
                IndexBinaryRow(_session.Wire.Payload);
            else
                IndexTextRow(_session.Wire.Payload);
        }
        catch (ProtocolException error)
        {
            throw _session.Lost(error);
        }
    }

    private void IndexTextRow(ReadOnlySpan<byte> row)
    {
        var offset = 0;
        for (var i = 0; i < _columns.Length; i++)
        {
            // Nearly every value is shorter than 251 bytes.
            if (offset < row.Length && row[offset] < 251)
            {
                var length = row[offset++];
                _fields[i] = (offset, length);
                offset += length;
            }
            else if (offset < row.Length && row[offset] == 251)
            {
                _fields[i] = (offset++, NullLength);
            }
            else
            {
                IndexField(row, i, ref offset);
            }
        }
        if (offset != row.Length)
            throw new ProtocolException("A row isn't as long as its values.");
    }

    private void IndexBinaryRow(ReadOnlySpan<byte> row)
    {
        var offset = 1 + (_columns.Length + 9) / 8;
        if (row[0] != 0 || offset > row.Length)
            throw new ProtocolException("A binary row without its head.");
        for (var i = 0; i < _columns.Length; i++)
        {
            if ((row[1 + (i + 2) / 8] >> (i + 2) % 8 & 1) != 0)
            {
                _fields[i] = (offset, NullLength);
                continue;
            }
            var length = Values.FixedLength(_columns[i].Type);
            if (length < 0)
            {
                IndexField(row, i, ref offset);
                continue;
            }
            _fields[i] = (offset, length);
            offset += length;
        }
        if (offset != row.Length)
            throw new ProtocolException("A row isn't as long as its values.");
    }

    private void IndexField(ReadOnlySpan<byte> row, int index, ref int offset)
    {
        var reader = new PacketReader(row[Math.Min(offset, row.Length)..]);
        var length = reader.ReadBytes().Length;
        offset = row.Length - reader.Remaining;
        _fields[index] = (offset - length, length);
    }

    private MySqlDataReader Open() => !_closed ? this : throw new InvalidOperationException("Can't use a closed MySqlDataReader.");

    private Column ColumnAt(int ordinal) => (uint)ordinal < (uint)Open()._columns.Length
        ? _columns[ordinal]
        : throw MissingColumn($"Column {ordinal} of {_columns.Length}.");

    private (int Offset, int Length) Field(int ordinal)
    {
        ColumnAt(ordinal);
        return _state == State.Rows ? _fields[ordinal] : throw new InvalidOperationException("Read must be called first.");
    }

    private ReadOnlySpan<byte> Value(int ordinal, out Column column)
    {
        var (offset, length) = Field(ordinal);
        column = _columns[ordinal];
        return length != NullLength ? _session.Wire.Payload.Slice(offset, length) : throw new InvalidCastException($"Column '{column.Name}' is null.");
    }

#pragma warning disable CA2201 // IndexOutOfRangeException is what System.Data promises for a column that isn't there.
    private static IndexOutOfRangeException MissingColumn(string message) => new(message);
#pragma warning restore CA2201

    /// <summary>Numbers convert into each other as long as they fit; floating ones not into integers.</summary>
    private T Number<T>(int ordinal, bool fractions = false) where T : struct, INumberBase<T>
    {
        var value = Value(ordinal, out var column);
        return column.Kind switch
        {
            Kind.UInt64 or Kind.Bit => T.CreateChecked(Values.UInt64(column, value, IsBinary)),
            Kind.Decimal => T.CreateChecked(Values.Decimal(value)),
            Kind.Float when fractions => T.CreateChecked(Values.Single(column, value, IsBinary)),
            Kind.Double when fractions => T.CreateChecked(Values.Double(column, value, IsBinary)),
            _ when Values.IsInteger(column.Kind) => T.CreateChecked(Values.Int64(column, value, IsBinary)),
            _ => throw WrongType(column, typeof(T)),
        };
    }

    private static int Copy<T>(ReadOnlySpan<T> value, long offset, T[]? buffer, int bufferOffset, int length)
    {
        if (buffer is null)
            return value.Length;
        var part = value[(int)Math.Min(offset, value.Length)..];
        part = part[..Math.Min(part.Length, length)];
        part.CopyTo(buffer.AsSpan(bufferOffset));
        return part.Length;
    }

    private static InvalidCastException WrongType(Column column, Type type) =>
        new($"Can't convert column '{column.Name}' of type {column.TypeName} to {type.Name}.");
}
