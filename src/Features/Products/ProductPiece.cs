using System.Buffers.Binary;
using System.Text.Json;

namespace Dugout.Features.Products;

/// <summary>
/// A piece of the list of a delivery, as it is kept: the products whose ids lie in one span, as the very JSON a page shows, with a table of where each
/// one ends; and the id at which the list goes on. A page is cut out of it without reading a word.
/// </summary>
/// <remarks>
/// Little endian: the id of the next product behind the span, 0 for none (8 bytes); how many products there are (4); of each its id (8)
/// and where its JSON ends (4), counted from the table's end; the JSON, with commas between.
/// </remarks>
internal readonly struct ProductPiece(ReadOnlyMemory<byte> bytes)
{
    private const int HeadBytes = sizeof(long) + sizeof(int);
    private const int EntryBytes = sizeof(long) + sizeof(int);

    /// <summary>How many products it has.</summary>
    public int Count => BinaryPrimitives.ReadInt32LittleEndian(bytes.Span[sizeof(long)..]);

    /// <summary>The id of the first product of the delivery behind the span; null where there is none.</summary>
    public long? Next => BinaryPrimitives.ReadInt64LittleEndian(bytes.Span) is > 0 and var id ? id : null;

    /// <summary>Writes a piece.</summary>
    /// <param name="products">The products of the span, ids ascending.</param>
    /// <param name="next">The id of the first one behind it; null where there is none.</param>
    /// <param name="json">How a page would write them.</param>
    public static byte[] Write(IReadOnlyList<Product> products, long? next, JsonSerializerOptions json)
    {
        var items = products.Select(product => JsonSerializer.SerializeToUtf8Bytes(product.ToItem(), json)).ToList();
        var text = HeadBytes + (products.Count * EntryBytes);
        var piece = new byte[text + items.Sum(item => item.Length + 1) - Math.Min(1, items.Count)];
        BinaryPrimitives.WriteInt64LittleEndian(piece, next ?? 0);
        BinaryPrimitives.WriteInt32LittleEndian(piece.AsSpan(sizeof(long)), items.Count);
        for (var (index, end) = (0, 0); index < items.Count; index++)
        {
            if (index > 0)
                piece[text + end++] = (byte)',';
            items[index].CopyTo(piece, text + end);
            end += items[index].Length;
            var entry = piece.AsSpan(HeadBytes + (index * EntryBytes));
            BinaryPrimitives.WriteInt64LittleEndian(entry, products[index].Id);
            BinaryPrimitives.WriteInt32LittleEndian(entry[sizeof(long)..], end);
        }

        return piece;
    }

    /// <summary>The id of a product, by its place from 0.</summary>
    public long IdAt(int index) => BinaryPrimitives.ReadInt64LittleEndian(Entry(index));

    /// <summary>The place of the first product with a higher id; <see cref="Count"/> where there is none.</summary>
    public int FirstAfter(long id)
    {
        var (low, high) = (0, Count);
        while (low < high)
        {
            var middle = (low + high) / 2;
            if (IdAt(middle) > id)
                high = middle;
            else
                low = middle + 1;
        }

        return low;
    }

    /// <summary>The JSON of some products in a row, with commas between.</summary>
    /// <param name="first">The place of the first.</param>
    /// <param name="count">How many, at least one.</param>
    public ReadOnlyMemory<byte> Items(int first, int count)
    {
        var text = HeadBytes + (Count * EntryBytes);
        var begin = first == 0 ? 0 : EndOf(first - 1) + 1;
        return bytes[(text + begin)..(text + EndOf(first + count - 1))];
    }

    private int EndOf(int index) => BinaryPrimitives.ReadInt32LittleEndian(Entry(index)[sizeof(long)..]);

    private ReadOnlySpan<byte> Entry(int index) => bytes.Span[(HeadBytes + (index * EntryBytes))..];
}
