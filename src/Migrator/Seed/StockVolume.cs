using System.Globalization;
using Dapper;
using MySqlConnector;

namespace Dugout.Migrator.Seed;

/// <summary>Gives every seeded product its stock. One statement, so an interrupted run leaves all of it or nothing.</summary>
internal sealed class StockVolume(MySqlConnection connection, TextWriter log)
{
    /// <summary>Stock of each product.</summary>
    private const int Supplied = 1_000;

    private const int StatementSeconds = 60;

    /// <summary>Adds missing stock to the first products.</summary>
    public async Task FillAsync(int products, CancellationToken cancellation)
    {
        const string Sql = """
            INSERT INTO product_stock (product_id, supplied, remaining)
            SELECT product.id, @Supplied, @Supplied FROM products product LEFT JOIN product_stock stock ON stock.product_id = product.id
            WHERE product.id <= @products AND stock.product_id IS NULL
            """;
        var added = await connection.ExecuteAsync(new(Sql, new { products, Supplied }, commandTimeout: StatementSeconds, cancellationToken: cancellation));
        if (added > 0)
            await log.WriteLineAsync(string.Create(CultureInfo.InvariantCulture, $"Seeded the stock of {added:N0} products, {Supplied:N0} of each."));
    }
}
