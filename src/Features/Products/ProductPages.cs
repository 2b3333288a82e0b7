using System.Globalization;
using System.Text;
using Dapper;
using Microsoft.AspNetCore.Http.Json;
using Microsoft.EntityFrameworkCore;
using Microsoft.Extensions.Options;

namespace Dugout.Features.Products;

/// <summary>
/// Pages of the product lists. The number of possible pages, ids times lengths, is far too large for a cache. Therefore the cache
/// holds pieces, each with the products of a span of ids; all pieces together are as large as the lists. A page is assembled from
/// one or two of them.
/// </summary>
public sealed class ProductPages(ResponseCache cache, IOptions<JsonOptions> json)
{
    /// <summary>Maximum number of pieces per page. Where products are so sparse that a page needs more, it is queried directly.</summary>
    private const int MostPieces = 4;

    /// <summary>Returns a page.</summary>
    /// <param name="delivery">The list.</param>
    /// <param name="after">Ids of the page are higher than this.</param>
    /// <param name="limit">Maximum number of products.</param>
    /// <param name="seen">The caller's consistency token.</param>
    /// <param name="cancellation">Cancels the wait.</param>
    public async Task<Result<CachedResponse<Page<ProductItem>>>> GetAsync(Delivery delivery, long after, int limit, ConsistencyToken seen, CancellationToken cancellation)
    {
        ArgumentNullException.ThrowIfNull(delivery);
        if (!cache.MayGive(seen))
            return await QueryAsync();

        var page = new Cutting(after, limit);
        for (var pieces = 0; pieces < MostPieces; pieces++)
        {
            var number = page.GoesOnAt / delivery.Span;
            var kept = await cache.GetAsync(ProductResponses.Piece(delivery, number), seen, (database, ask) => FindPieceAsync(database, delivery, number, ask), cancellation);
            if (kept.Value is not { } piece)
                return kept.Problem!;
            page.Add(new ProductPiece(piece.Body.Bytes));
            if (page.IsWhole)
                return new CachedResponse<Page<ProductItem>>(new FinishedBody(page.ToJson()));
        }

        return await QueryAsync();

        Task<Result<CachedResponse<Page<ProductItem>>>> QueryAsync() => cache.GetAsync(
            key: null, seen, (database, ask) => FindPageAsync(database, delivery, after, limit, ask), cancellation);
    }

    /// <summary>Finds the products of a span and the product after it, in one query.</summary>
    private async Task<Result<FinishedBody>> FindPieceAsync(ReadContext database, Delivery delivery, long number, CancellationToken cancellation)
    {
        var sql = $"""
            SELECT {Product.Columns} FROM products WHERE {delivery.Column} = 1 AND id >= @begin AND id < @end
            UNION ALL
            (SELECT {Product.Columns} FROM products WHERE {delivery.Column} = 1 AND id >= @end ORDER BY id LIMIT 1)
            """;
        var (begin, end) = (number * delivery.Span, (number + 1) * delivery.Span);
        var found = await database.Database.GetDbConnection().QueryAsync<Product>(new(sql, new { begin, end }, cancellationToken: cancellation));
        var products = found.OrderBy(product => product.Id).ToList();
        var next = products is [.., var last] && last.Id >= end ? last.Id : (long?)null;
        if (next is not null)
            products.RemoveAt(products.Count - 1);
        return new FinishedBody(ProductPiece.Write(products, next, json.Value.SerializerOptions), isEmpty: products.Count == 0 && next is null);
    }

    private static async Task<Result<Page<ProductItem>>> FindPageAsync(ReadContext database, Delivery delivery, long after, int limit, CancellationToken cancellation)
    {
        var sql = $"SELECT {Product.Columns} FROM products WHERE {delivery.Column} = 1 AND id > @after ORDER BY id LIMIT @rows";
        var found = (await database.Database.GetDbConnection().QueryAsync<Product>(new(sql, new { after, rows = limit + 1 }, cancellationToken: cancellation))).AsList();
        var items = found.Take(limit).Select(product => product.ToItem()).ToList();
        return new Page<ProductItem>(items, found.Count > limit ? NextOf(items[^1].ProductId) : null);
    }

    private static string NextOf(long id) => id.ToString(CultureInfo.InvariantCulture);

    /// <summary>A page assembled from pieces, in the order of their ids.</summary>
    private sealed class Cutting(long after, int limit)
    {
        private readonly List<ReadOnlyMemory<byte>> _cuts = [];
        private long _last = after;
        private int _missing = limit;
        private bool _hasMore;

        /// <summary>The lowest id the next product may have.</summary>
        public long GoesOnAt { get; private set; } = after + 1;

        /// <summary>Whether the page is complete, and it is known whether another page follows.</summary>
        public bool IsWhole { get; private set; }

        /// <summary>Adds the missing products from a piece.</summary>
        public void Add(ProductPiece piece)
        {
            var first = piece.FirstAfter(_last);
            var count = Math.Min(piece.Count - first, _missing);
            if (count > 0)
            {
                _cuts.Add(piece.Items(first, count));
                _last = piece.IdAt(first + count - 1);
                _missing -= count;
            }

            _hasMore = first + count < piece.Count || piece.Next is not null;
            IsWhole = _missing == 0 || !_hasMore;
            GoesOnAt = piece.Next ?? GoesOnAt;
        }

        /// <summary>The page as JSON, byte for byte as the serializer would write it.</summary>
        public byte[] ToJson()
        {
            var head = """{"items":["""u8;
            var tail = Encoding.ASCII.GetBytes(_hasMore ? $$"""],"next":"{{NextOf(_last)}}"}""" : """],"next":null}""");
            var page = new byte[head.Length + _cuts.Sum(cut => cut.Length + 1) - Math.Min(1, _cuts.Count) + tail.Length];
            head.CopyTo(page);
            var at = head.Length;
            foreach (var (index, cut) in _cuts.Index())
            {
                if (index > 0)
                    page[at++] = (byte)',';
                cut.Span.CopyTo(page.AsSpan(at));
                at += cut.Length;
            }

            tail.CopyTo(page, at);
            return page;
        }
    }
}
