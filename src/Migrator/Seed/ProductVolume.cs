using System.Globalization;
using Dapper;
using MySqlConnector;

namespace Dugout.Migrator.Seed;

/// <summary>Seeds products, ids from 1 on. An interrupted run leaves the first of them; the next run continues from there.</summary>
internal sealed class ProductVolume(MySqlConnection connection, TextWriter log)
{
    /// <summary>Adds products up to a total number.</summary>
    /// <exception cref="MigrationFailedException">Rows are missing afterwards.</exception>
    public async Task FillAsync(int products, CancellationToken cancellation)
    {
        var have = await connection.ExecuteScalarAsync<int>(new(
            "SELECT COALESCE(MAX(id), 0) FROM products WHERE id <= @products", new { products }, cancellationToken: cancellation));
        if (have < products)
        {
            await connection.InsertAsync(transaction: null, "products (id, name, price, rocket, rocket_fresh, rocket_global, team_id)",
                Merchandise.First(products).Skip(have).Select(product => new object?[]
                {
                    product.Id, product.Name, product.Price, product.Rocket, product.RocketFresh, product.RocketGlobal, product.TeamId,
                }), cancellation);
            await log.WriteLineAsync(string.Create(CultureInfo.InvariantCulture, $"Seeded {products - have:N0} products."));
        }

        await connection.CountedAsync("products", products, cancellation);
    }
}
