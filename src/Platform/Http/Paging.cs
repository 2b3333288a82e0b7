using System.Buffers.Binary;
using System.Buffers.Text;

namespace Dugout.Platform.Http;

/// <summary>A page of a list.</summary>
/// <param name="Items">The rows of this page.</param>
/// <param name="Next">Send it as <c>after</c> for the next page; null on the last one.</param>
public sealed record Page<T>(IReadOnlyList<T> Items, string? Next) : IMayBeEmpty
{
    bool IMayBeEmpty.IsEmpty => Items.Count == 0;
}

/// <summary>Makes pages.</summary>
public static class Page
{
    /// <summary>A page of rows that were asked for with one more than it may hold: that one says whether another page follows.</summary>
    /// <param name="rows">The rows.</param>
    /// <param name="limit">How many it may hold; null for all.</param>
    /// <param name="placeOf">A row's place in the list.</param>
    public static Page<T> Of<T>(IReadOnlyList<T> rows, int? limit, Func<T, Cursor> placeOf)
    {
        ArgumentNullException.ThrowIfNull(rows);
        ArgumentNullException.ThrowIfNull(placeOf);
        return limit is { } length && rows.Count > length
            ? new([.. rows.Take(length)], placeOf(rows[length - 1]).ToString())
            : new(rows, Next: null);
    }
}

/// <summary>
/// A place in a list ordered by a key and, where keys are equal, by id: the last row of a page. The next page begins behind
/// it, so rows that come or go meanwhile are neither skipped nor repeated. Opaque to clients.
/// </summary>
/// <param name="Key">The sort key, as a number that sorts alike; the ticks of a time.</param>
/// <param name="Id">The row's id.</param>
public readonly record struct Cursor(long Key, long Id)
{
    private const int Bytes = 2 * sizeof(long);

    /// <summary>Largest page a client may ask for.</summary>
    public const int MaxLimit = 100;

    /// <summary>Length of a page where none is asked for.</summary>
    public const int DefaultLimit = 20;

    /// <summary>The form clients send back.</summary>
    public override string ToString()
    {
        Span<byte> bytes = stackalloc byte[Bytes];
        BinaryPrimitives.WriteInt64BigEndian(bytes, Key);
        BinaryPrimitives.WriteInt64BigEndian(bytes[sizeof(long)..], Id);
        return Base64Url.EncodeToString(bytes);
    }

    /// <summary>The sort key of a list that is ordered by time.</summary>
    public DateTime Time => new(Key);

    /// <summary>The place of a row in a list that is ordered by time.</summary>
    public static Cursor At(DateTime time, long id) => new(time.Ticks, id);

    /// <summary>Reads what a client wants of a list.</summary>
    /// <param name="after">The cursor, if any.</param>
    /// <param name="limit">The length of the page, if any.</param>
    /// <param name="from">The last row before the page; null where it begins at the top.</param>
    /// <returns>The refusal of what can't be read; null where all is well.</returns>
    public static Problem? ErrorOf(string? after, int? limit, out Cursor? from)
    {
        from = null;
        if (limit is < 1 or > MaxLimit)
            return Problem.InvalidField("limit", $"Give 1 to {MaxLimit}.");
        if (after is null)
            return null;
        if (!TryRead(after, out var cursor) || cursor.Key < 0 || cursor.Key > DateTime.MaxValue.Ticks)
            return Problem.InvalidField("after", "Give the next of an earlier answer.");
        from = cursor;
        return null;
    }

    /// <summary>Reads a cursor a client sent.</summary>
    /// <returns>False where the text isn't one of ours.</returns>
    public static bool TryRead(string text, out Cursor cursor)
    {
        Span<byte> bytes = stackalloc byte[Bytes];
        cursor = default;
        if (!Base64Url.IsValid(text, out var length) || length != Bytes || !Base64Url.TryDecodeFromChars(text, bytes, out _))
            return false;
        cursor = new(BinaryPrimitives.ReadInt64BigEndian(bytes), BinaryPrimitives.ReadInt64BigEndian(bytes[sizeof(long)..]));
        return true;
    }
}
