using System.Buffers.Binary;
using System.Buffers.Text;

namespace Dugout.Platform.Http;

/// <summary>A page of a list.</summary>
/// <param name="Items">The rows of this page.</param>
/// <param name="Next">Value of <c>after</c> for the next page; null on the last page.</param>
public sealed record Page<T>(IReadOnlyList<T> Items, string? Next) : IMayBeEmpty
{
    bool IMayBeEmpty.IsEmpty => Items.Count == 0;
}

/// <summary>Builds pages.</summary>
public static class Page
{
    /// <summary>Builds a page from rows that were queried with one more than the limit; the additional row shows that another page follows.</summary>
    /// <param name="rows">The rows.</param>
    /// <param name="limit">Maximum number of rows; null for all.</param>
    /// <param name="placeOf">Returns the cursor of a row.</param>
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
/// A position in a list ordered by a key and, for equal keys, by id: the last row of a page. The next page begins after
/// it, so rows that are added or removed meanwhile cause no skipped or repeated rows. Opaque to clients.
/// </summary>
/// <param name="Key">The sort key as a number with the same order; for a time, its ticks.</param>
/// <param name="Id">The row's id.</param>
public readonly record struct Cursor(long Key, long Id)
{
    private const int Bytes = 2 * sizeof(long);

    /// <summary>Largest page size a client may request.</summary>
    public const int MaxLimit = 100;

    /// <summary>Page size of a request without one.</summary>
    public const int DefaultLimit = 20;

    /// <summary>Lies before the first row of a list that is ordered by time, newest first.</summary>
    public static Cursor BeforeNewest { get; } = At(new DateTime(9999, 12, 31), long.MaxValue);

    /// <summary>Lies before the first row of a list that is ordered by time, oldest first.</summary>
    public static Cursor BeforeOldest { get; } = At(DateTime.UnixEpoch, 0);

    /// <summary>Returns the text that clients send back.</summary>
    public override string ToString()
    {
        Span<byte> bytes = stackalloc byte[Bytes];
        BinaryPrimitives.WriteInt64BigEndian(bytes, Key);
        BinaryPrimitives.WriteInt64BigEndian(bytes[sizeof(long)..], Id);
        return Base64Url.EncodeToString(bytes);
    }

    /// <summary>The sort key of a list that is ordered by time.</summary>
    public DateTime Time => new(Key);

    /// <summary>Returns the cursor of a row in a list that is ordered by time.</summary>
    public static Cursor At(DateTime time, long id) => new(time.Ticks, id);

    /// <summary>Validates the cursor of a request.</summary>
    /// <param name="after">The cursor, if any.</param>
    /// <param name="from">The last row before the page; null for the first page.</param>
    /// <returns>The error of an invalid cursor; null where it is valid or was omitted.</returns>
    public static Problem? ErrorOf(string? after, out Cursor? from)
    {
        from = null;
        if (after is null)
            return null;
        if (!TryRead(after, out var cursor) || cursor.Key < 0 || cursor.Key > DateTime.MaxValue.Ticks)
            return Problem.InvalidField("after", "Give the value of next from an earlier response.");
        from = cursor;
        return null;
    }

    /// <summary>Reads a cursor sent by a client.</summary>
    /// <returns>False where the text is not a valid cursor.</returns>
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
