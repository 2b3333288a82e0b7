using System.Buffers.Binary;
using System.Text.Json;

namespace Dugout.Features.Products;

/// <summary>
/// A cached piece of a delivery's list: the products whose ids are in one span, as the JSON of a page, with a table of the end of
/// each product; and the id at which the list continues. A page is cut out of it without parsing.
/// </summary>
/// <remarks>
/// Little endian: the id of the next product after the span, 0 for none (8 bytes); the number of products (4); per product its id
/// (8) and the end of its JSON (4), relative to the end of the table; the JSON, separated by commas.
/// </remarks>
internal readonly struct ProductPiece(ReadOnlyMemory<byte> bytes)
{
    private const int HeadBytes = sizeof(long) + sizeof(int);
    private const int EntryBytes = sizeof(long) + sizeof(int);

    /// <summary>Number of products.</summary>
    public int Count => BinaryPrimitives.ReadInt32LittleEndian(bytes.Span[sizeof(long)..]);

    /// <summary>The id of the delivery's first product after the span; null if there is none.</summary>
    public long? Next => BinaryPrimitives.ReadInt64LittleEndian(bytes.Span) is > 0 and var id ? id : null;

    /// <summary>Serializes a piece.</summary>
    /// <param name="products">The products of the span, ids ascending.</param>
    /// <param name="next">The id of the first product after them; null if there is none.</param>
    /// <param name="json">The serializer options of the response.</param>
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

    /// <summary>The id of the product at a zero-based index.</summary>
    public long IdAt(int index) => BinaryPrimitives.ReadInt64LittleEndian(Entry(index));

    /// <summary>The index of the first product with a higher id; <see cref="Count"/> if there is none.</summary>
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

    /// <summary>The JSON of consecutive products, separated by commas.</summary>
    /// <param name="first">The index of the first.</param>
    /// <param name="count">The number of products, at least one.</param>
    public ReadOnlyMemory<byte> Items(int first, int count)
    {
        var text = HeadBytes + (Count * EntryBytes);
        var begin = first == 0 ? 0 : EndOf(first - 1) + 1;
        return bytes[(text + begin)..(text + EndOf(first + count - 1))];
    }

    private int EndOf(int index) => BinaryPrimitives.ReadInt32LittleEndian(Entry(index)[sizeof(long)..]);

    private ReadOnlySpan<byte> Entry(int index) => bytes.Span[(HeadBytes + (index * EntryBytes))..];
}
