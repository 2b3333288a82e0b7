// A value for a statement, under a name with or without its sign, and the collection that holds them.
using System.Collections;
using System.Data;
using System.Data.Common;
using System.Diagnostics.CodeAnalysis;

namespace MySqlConnector;

public sealed class MySqlParameter : DbParameter
{
    private string _name = "";
    private string _sourceColumn = "";
    private MySqlDbType? _mySqlDbType;
    private DbType? _dbType;

    public MySqlParameter()
    {
    }

    public MySqlParameter(string? name, object? value) => (ParameterName, Value) = (name, value);
    public MySqlParameter(string name, MySqlDbType mySqlDbType) => (ParameterName, MySqlDbType) = (name, mySqlDbType);

    [AllowNull]
    public override string ParameterName
    {
        get => _name;
        set
        {
            _name = value ?? "";
            BareName = Bare(_name).ToString();
        }
    }

    public override object? Value { get; set; }

    public MySqlDbType MySqlDbType
    {
        get => _mySqlDbType ?? DbTypes.ToMySql(_dbType) ?? DbTypes.Of(Value);
        set => (_mySqlDbType, _dbType) = (value, DbTypes.ToDb(value));
    }

    public override DbType DbType
    {
        get => _dbType ?? DbTypes.ToDb(MySqlDbType);
        set => (_dbType, _mySqlDbType) = (value, null);
    }

    public override void ResetDbType() => (_dbType, _mySqlDbType) = (null, null);

    public override ParameterDirection Direction
    {
        get => ParameterDirection.Input;
        set => _ = value == ParameterDirection.Input ? value : throw new NotSupportedException($"Parameter direction {value}; only Input is supported here.");
    }

    public override bool IsNullable { get; set; }
    public override int Size { get; set; }
    public override byte Precision { get; set; }
    public override byte Scale { get; set; }
    [AllowNull] public override string SourceColumn { get => _sourceColumn; set => _sourceColumn = value ?? ""; }
    public override bool SourceColumnNullMapping { get; set; }

    internal string BareName { get; private set; } = "";

    /// <summary>True when an enumeration goes to the server by its name, not its number.</summary>
    internal bool WantsText => _mySqlDbType is MySqlDbType.VarChar or MySqlDbType.VarString or MySqlDbType.String or MySqlDbType.Enum
        or MySqlDbType.Set or MySqlDbType.Text or MySqlDbType.TinyText or MySqlDbType.MediumText or MySqlDbType.LongText;

    internal static ReadOnlySpan<char> Bare(ReadOnlySpan<char> name)
    {
        if (name.Length > 0 && name[0] is '@' or '?')
            name = name[1..];
        return name.Length > 1 && name[0] is '`' or '\'' or '"' && name[^1] == name[0] ? name[1..^1] : name;
    }
}

public sealed class MySqlParameterCollection : DbParameterCollection, IEnumerable<MySqlParameter>
{
    private readonly List<MySqlParameter> _parameters = [];

    internal MySqlParameterCollection()
    {
    }

    public override int Count => _parameters.Count;
    public override object SyncRoot => ((ICollection)_parameters).SyncRoot;
    public new MySqlParameter this[int index] { get => _parameters[index]; set => _parameters[index] = value; }
    public new MySqlParameter this[string name] { get => _parameters[Require(name)]; set => _parameters[Require(name)] = value; }

    public MySqlParameter Add(MySqlParameter parameter)
    {
        // A long list is looked through backwards only so far: frameworks number their names, and the square of thousands is felt.
        var from = Math.Max(0, _parameters.Count - 64);
        if (parameter.BareName.Length > 0 && _parameters.FindIndex(from, known => known.BareName.Equals(parameter.BareName, StringComparison.OrdinalIgnoreCase)) >= 0)
            throw new MySqlException(MySqlErrorCode.None, $"Parameter '{parameter.ParameterName}' has already been defined.");
        _parameters.Add(parameter);
        return parameter;
    }

    public MySqlParameter Add(string parameterName, DbType dbType) => Add(new MySqlParameter { ParameterName = parameterName, DbType = dbType });
    public MySqlParameter Add(string parameterName, MySqlDbType mySqlDbType) => Add(new MySqlParameter(parameterName, mySqlDbType));
    public MySqlParameter AddWithValue(string parameterName, object? value) => Add(new MySqlParameter(parameterName, value));

    public override int Add(object value)
    {
        Add((MySqlParameter)value);
        return _parameters.Count - 1;
    }

    public override void AddRange(Array values)
    {
        foreach (var value in values)
            Add(value!);
    }

    public override void Clear() => _parameters.Clear();
    public override bool Contains(object value) => value is MySqlParameter parameter && _parameters.Contains(parameter);
    public override bool Contains(string value) => IndexOf(value) >= 0;
    public override void CopyTo(Array array, int index) => ((ICollection)_parameters).CopyTo(array, index);
    public override IEnumerator GetEnumerator() => _parameters.GetEnumerator();
    IEnumerator<MySqlParameter> IEnumerable<MySqlParameter>.GetEnumerator() => _parameters.GetEnumerator();
    public override int IndexOf(object value) => value is MySqlParameter parameter ? _parameters.IndexOf(parameter) : -1;
    public override int IndexOf(string parameterName) => IndexOf(MySqlParameter.Bare(parameterName), 0);
    public override void Insert(int index, object value) => _parameters.Insert(index, (MySqlParameter)value);
    public override void Remove(object value) => _parameters.Remove((MySqlParameter)value);
    public override void RemoveAt(int index) => _parameters.RemoveAt(index);
    public override void RemoveAt(string parameterName) => _parameters.RemoveAt(Require(parameterName));
    protected override DbParameter GetParameter(int index) => _parameters[index];
    protected override DbParameter GetParameter(string parameterName) => this[parameterName];
    protected override void SetParameter(int index, DbParameter value) => _parameters[index] = (MySqlParameter)value;
    protected override void SetParameter(string parameterName, DbParameter value) => this[parameterName] = (MySqlParameter)value;

    /// <summary>Looks from the hint on and around: names usually appear in a text in the order they were added.</summary>
    internal int IndexOf(ReadOnlySpan<char> bareName, int hint)
    {
        var count = _parameters.Count;
        for (var i = 0; i < count; i++)
        {
            var index = (hint + i) % count;
            if (bareName.Equals(_parameters[index].BareName, StringComparison.OrdinalIgnoreCase))
                return index;
        }
        return -1;
    }

    private int Require(string name)
    {
        var index = IndexOf(name);
        return index >= 0 ? index : throw new ArgumentException($"Parameter '{name}' not found in the collection.", nameof(name));
    }
}

/// <summary>Which of the three vocabularies of types says what in the others.</summary>
internal static class DbTypes
{
    private static readonly (DbType Db, MySqlDbType MySql, Type Clr)[] Pairs =
    [
        (DbType.Boolean, MySqlDbType.Bool, typeof(bool)), (DbType.SByte, MySqlDbType.Byte, typeof(sbyte)),
        (DbType.Byte, MySqlDbType.UByte, typeof(byte)), (DbType.Int16, MySqlDbType.Int16, typeof(short)),
        (DbType.UInt16, MySqlDbType.UInt16, typeof(ushort)), (DbType.Int32, MySqlDbType.Int32, typeof(int)),
        (DbType.UInt32, MySqlDbType.UInt32, typeof(uint)), (DbType.Int64, MySqlDbType.Int64, typeof(long)),
        (DbType.UInt64, MySqlDbType.UInt64, typeof(ulong)), (DbType.Single, MySqlDbType.Float, typeof(float)),
        (DbType.Double, MySqlDbType.Double, typeof(double)), (DbType.Decimal, MySqlDbType.NewDecimal, typeof(decimal)),
        (DbType.Decimal, MySqlDbType.Decimal, typeof(decimal)), (DbType.DateTime, MySqlDbType.DateTime, typeof(DateTime)),
        (DbType.DateTime2, MySqlDbType.DateTime, typeof(DateTime)), (DbType.DateTimeOffset, MySqlDbType.DateTime, typeof(DateTimeOffset)),
        (DbType.DateTime, MySqlDbType.Timestamp, typeof(DateTime)), (DbType.Date, MySqlDbType.Date, typeof(DateOnly)),
        (DbType.Time, MySqlDbType.Time, typeof(TimeSpan)), (DbType.Time, MySqlDbType.Time, typeof(TimeOnly)),
        (DbType.Guid, MySqlDbType.Guid, typeof(Guid)), (DbType.String, MySqlDbType.VarChar, typeof(string)),
        (DbType.StringFixedLength, MySqlDbType.String, typeof(string)), (DbType.Binary, MySqlDbType.Blob, typeof(byte[])),
        (DbType.Binary, MySqlDbType.Binary, typeof(byte[])), (DbType.Binary, MySqlDbType.VarBinary, typeof(byte[])),
        (DbType.Binary, MySqlDbType.LongBlob, typeof(byte[])), (DbType.UInt64, MySqlDbType.Bit, typeof(ulong)),
        (DbType.Int32, MySqlDbType.Int24, typeof(int)), (DbType.Int32, MySqlDbType.Year, typeof(int)),
    ];

    public static MySqlDbType? ToMySql(DbType? type) =>
        type is { } known ? Array.Find(Pairs, pair => pair.Db == known) is { Clr: not null } pair ? pair.MySql : null : null;

    /// <summary>Whatever isn't listed is one of the text types.</summary>
    public static DbType ToDb(MySqlDbType type) => Array.Find(Pairs, pair => pair.MySql == type) is { Clr: not null } pair ? pair.Db : DbType.String;
    public static MySqlDbType Of(object? value) => Array.Find(Pairs, pair => pair.Clr == value?.GetType()) is { Clr: not null } pair ? pair.MySql : MySqlDbType.VarChar;
}
