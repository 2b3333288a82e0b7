using System.Data;
using System.Globalization;
using Dapper;
using MySqlConnector;

namespace Dugout.Migrator.Seed;

/// <summary>
/// Recommends a few products, each with a picture: as many as the front page shows, in every volume, so that a page view fetches pictures. All of them commit
/// in one transaction, and only where nothing is recommended: later changes by operators are not overwritten.
/// </summary>
internal sealed class PickVolume(MySqlConnection connection, TextWriter log)
{
    /// <summary>Number of picks.</summary>
    public const int Picks = 5;

    private static readonly string[] Notes = ["이 달의 추천", "직관 필수품", "가을야구 준비", "새로 나왔어요", "오래 사랑받은 상품"];

    /// <summary>Adds the picks where there are none.</summary>
    /// <param name="products">Number of products; if it is below <see cref="Picks"/>, nothing is recommended.</param>
    /// <param name="today">The day of the seed, which is the day of the picks.</param>
    /// <param name="cancellation">Cancels.</param>
    public async Task FillAsync(int products, DateTime today, CancellationToken cancellation)
    {
        if (products < Picks || await connection.ExecuteScalarAsync<long>(new("SELECT COUNT(*) FROM picks", cancellationToken: cancellation)) > 0)
            return;
        await using var transaction = await connection.BeginTransactionAsync(IsolationLevel.ReadCommitted, cancellation);
        await connection.InsertAsync(transaction, "picks (id, product_id, note, picked_at)",
            Notes.Select((note, index) => new object[] { index + 1L, (index + 1L) * (products / Picks), note, today }), cancellation);
        await connection.InsertAsync(transaction, "pick_pictures (pick_id, type, bytes)",
            Enumerable.Range(1, Picks).Select(number => new object[] { (long)number, PickPictures.Type, PickPictures.Of(number) }), cancellation);
        await transaction.CommitAsync(cancellation);
        await log.WriteLineAsync(string.Create(CultureInfo.InvariantCulture, $"Seeded {Picks} picks."));
    }
}
