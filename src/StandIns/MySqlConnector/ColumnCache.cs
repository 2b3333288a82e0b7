// Column definitions repeat with every run of a statement. The bytes are compared before they are parsed again.
namespace MySqlConnector;

internal sealed class ColumnCache(ConnectionSettings settings)
{
    private const int Slots = 128;

    private readonly (byte[] Bytes, Column[] Columns)?[] _slots = new (byte[], Column[])?[Slots];
    private byte[] _bytes = new byte[512];
    private int[] _ends = new int[8];
    private int _count;

    public void Begin(int count)
    {
        _count = 0;
        if (_ends.Length < count)
            _ends = new int[count];
    }

    public void Add(ReadOnlySpan<byte> definition)
    {
        var start = _count == 0 ? 0 : _ends[_count - 1];
        if (start + definition.Length > _bytes.Length)
            Array.Resize(ref _bytes, 2 * (start + definition.Length));
        definition.CopyTo(_bytes.AsSpan(start));
        _ends[_count++] = start + definition.Length;
    }

    public Column[] Take()
    {
        var bytes = _bytes.AsSpan(0, _ends[_count - 1]);
        var hash = new HashCode();
        hash.AddBytes(bytes);
        ref var slot = ref _slots[(uint)hash.ToHashCode() % Slots];
        if (slot is { } known && known.Columns.Length == _count && bytes.SequenceEqual(known.Bytes))
            return known.Columns;
        var columns = new Column[_count];
        var start = 0;
        for (var i = 0; i < _count; i++)
        {
            columns[i] = new Column(bytes[start.._ends[i]], settings);
            start = _ends[i];
        }
        slot = (bytes.ToArray(), columns);
        return columns;
    }
}
