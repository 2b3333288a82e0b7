using System.Buffers.Binary;
using System.Buffers.Text;
using System.ComponentModel;
using System.Text;
using Dapper;
using Microsoft.AspNetCore.Http.HttpResults;
using Microsoft.EntityFrameworkCore;

namespace Dugout.Features.Products;

/// <summary>
/// The products whose names begin with a prefix, case-insensitive, ordered by name. Anonymous access. Read from a replica; not cached, because prefixes are arbitrary.
/// Returns 200. Errors: 400 <c>invalid</c> for an empty prefix or one of more than 50 characters, a limit out of range or an invalid cursor.
/// </summary>
public static class SearchProducts
{
    private const int MaxPrefix = 50;

    /// <summary>Maximum length of a valid cursor: an id and a name of 100 characters.</summary>
    private const int MaxCursor = 600;

    /// <summary>
    /// The escape character in the statement. The default, a backslash, would need escaping itself on its way to the server; here it is an ordinary character.
    /// </summary>
    private const char Escape = '!';

    /// <summary>Handles the request.</summary>
    public static async Task<Results<CachedResponse<Page<ProductItem>>, Problem>> Handle(
        [Description("The beginning of the product's name; letter case does not matter."), Characters(1, MaxPrefix)] string prefix,
        string? after,
        [Description("Maximum number of products in the page. Default 20."), Number(1, ListProducts.MaxLimit)] int? limit,
        ConsistencyToken seen, ResponseCache cache, CancellationToken cancellation)
    {
        Place? from = null;
        if (after is not null && (from = Place.Read(after)) is null)
            return Problem.InvalidField("after", "Give the value of next from an earlier response.");

        var found = await cache.GetAsync(
            key: null, seen, (database, ask) => FindAsync(database, prefix, from, limit ?? Cursor.DefaultLimit, ask), cancellation);
        return found.Value is { } answer ? answer : found.Problem!;
    }

    /// <summary>The <c>LIKE</c> pattern of a prefix, in which <c>%</c>, <c>_</c> and the escape character are literal.</summary>
    public static string PatternOf(string prefix)
    {
        ArgumentNullException.ThrowIfNull(prefix);
        var pattern = new StringBuilder(prefix.Length + 1);
        foreach (var letter in prefix)
        {
            if (letter is '%' or '_' or Escape)
                pattern.Append(Escape);
            pattern.Append(letter);
        }

        return pattern.Append('%').ToString();
    }

    private static async Task<Result<Page<ProductItem>>> FindAsync(ReadContext database, string prefix, Place? after, int limit, CancellationToken cancellation)
    {
        // The condition name >= @Name is redundant, but the server uses it to start the index range scan.
        var behind = after is null ? "" : "AND name >= @Name AND (name > @Name OR id > @Id) ";
        var sql = $"SELECT {Product.Columns} FROM products WHERE name LIKE @pattern ESCAPE '!' {behind}ORDER BY name, id LIMIT @rows";
        var values = new { pattern = PatternOf(prefix), rows = limit + 1, Name = after?.Name, Id = after?.Id };
        var found = (await database.Database.GetDbConnection().QueryAsync<Product>(new(sql, values, cancellationToken: cancellation))).AsList();
        var items = found.Take(limit).Select(product => product.ToItem()).ToList();
        return new Page<ProductItem>(items, found.Count > limit ? new Place(items[^1].ProductId, items[^1].Name).ToString() : null);
    }

    /// <summary>The position of a page's last row in a list ordered by name and id.</summary>
    private sealed record Place(long Id, string Name)
    {
        private static readonly UTF8Encoding Utf8 = new(encoderShouldEmitUTF8Identifier: false, throwOnInvalidBytes: true);

        /// <summary>Parses a cursor; null if it is invalid.</summary>
        public static Place? Read(string text)
        {
            if (text.Length > MaxCursor || !Base64Url.IsValid(text, out var length) || length <= sizeof(long))
                return null;
            try
            {
                var bytes = Base64Url.DecodeFromChars(text);
                return new(BinaryPrimitives.ReadInt64BigEndian(bytes), Utf8.GetString(bytes.AsSpan(sizeof(long))));
            }
            catch (DecoderFallbackException)
            {
                return null;
            }
        }

        /// <summary>The encoded cursor.</summary>
        public override string ToString()
        {
            var bytes = new byte[sizeof(long) + Utf8.GetByteCount(Name)];
            BinaryPrimitives.WriteInt64BigEndian(bytes, Id);
            Utf8.GetBytes(Name, bytes.AsSpan(sizeof(long)));
            return Base64Url.EncodeToString(bytes);
        }
    }
}
