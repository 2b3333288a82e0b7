using Dugout.Features.Catalog;
using Dugout.Features.Products;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Http.HttpResults;
using MySqlConnector;

namespace Dugout.Features.Recommendations;

/// <summary>
/// Recommends a game or a product, with a note and an optional picture. Operators only. It is visible everywhere within a second.
/// Returns 201. Errors: 400 <c>invalid</c>, 404 <c>no-such-game</c> or <c>no-such-product</c>, 409 <c>already-picked</c>.
/// </summary>
public static class AddPick
{
    private const int LongestNote = 200;
    private const int LargestPicture = 40_000;

    private const string Insert = """
        INSERT INTO picks (game_id, product_id, note, picked_at) VALUES (@GameId, @ProductId, @Note, @now);
        SELECT LAST_INSERT_ID();
        """;

    private const string InsertPicture = "INSERT INTO pick_pictures (pick_id, type, bytes) VALUES (@pickId, @type, @Picture)";

    /// <summary>The new pick.</summary>
    /// <param name="Note">The note, 1 to 200 characters.</param>
    /// <param name="GameId">The game, or null; exactly one of game and product is given.</param>
    /// <param name="ProductId">The product, or null; exactly one of game and product is given.</param>
    /// <param name="Picture">A PNG, JPEG or WebP picture of at most 40,000 bytes, in base64; optional.</param>
    /// <example>{"note":"개막전, 놓치지 마세요.","gameId":3}</example>
    public sealed record AddPickRequest(
        [property: Text(LongestNote)] string Note,
        long? GameId = null,
        long? ProductId = null,
        byte[]? Picture = null);

    /// <summary>The created pick.</summary>
    /// <param name="PickId">Its id.</param>
    /// <param name="GameId">The game; null for a product.</param>
    /// <param name="ProductId">The product; null for a game.</param>
    /// <param name="Note">The note.</param>
    /// <param name="HasPicture">Whether it has a picture.</param>
    /// <example>{"pickId":5,"gameId":3,"productId":null,"note":"개막전, 놓치지 마세요.","hasPicture":false}</example>
    public sealed record Picked(long PickId, long? GameId, long? ProductId, string Note, bool HasPicture);

    /// <summary>Handles the request.</summary>
    public static async Task<Results<Created<Picked>, Problem>> Handle(
        AddPickRequest request, CurrentAccount account, OperatorActs acts, CatalogQueries catalog, ProductsQueries products, TimeProvider clock, CancellationToken cancellation)
    {
        if (ErrorOf(request) is { } invalid)
            return invalid;
        if (request.GameId is { } game && (await catalog.TitlesAsync([game], cancellation)).Count == 0)
            return CatalogProblems.NoSuchGame;
        if (request.ProductId is { } product && (await products.FindAsync([product], cancellation)).Count == 0)
            return ProductsProblems.NoSuchProduct;

        var now = clock.GetUtcNow().UtcDateTime.Microseconds();
        var made = await acts.DoAsync(account, "add-pick", connection => AddAsync(connection, request, now), ProblemOf, cancellation);
        return made.Value is { } pick ? TypedResults.Created("/api/recommendations", pick) : made.Problem!;
    }

    private static Problem? ErrorOf(AddPickRequest request)
    {
        if ((request.GameId is null) == (request.ProductId is null))
            return Problem.InvalidField("gameId", "Give either a game or a product.");
        return request.Picture is { } bytes && (bytes.Length > LargestPicture || PictureType.Of(bytes) is null)
            ? Problem.InvalidField("picture", $"Give a PNG, JPEG or WebP picture of {LargestPicture} bytes at most.")
            : null;
    }

    private static async Task<Result<OperatorAct<Picked>>> AddAsync(LeasedConnection connection, AddPickRequest request, DateTime now)
    {
        var pickId = await connection.ExecuteScalarAsync<long>(Insert, new { request.GameId, request.ProductId, request.Note, now });
        if (request.Picture is { } bytes)
            await connection.ExecuteAsync(InsertPicture, new { pickId, type = PictureType.Of(bytes), request.Picture });
        var pick = new Picked(pickId, request.GameId, request.ProductId, request.Note, request.Picture is not null);
        return new OperatorAct<Picked>(request.GameId, Before: null, pick, new AnswersChanged([ShowRecommendations.Tag]));
    }

    private static Problem? ProblemOf(MySqlException error) => error.IsDuplicateKey() ? RecommendationsProblems.AlreadyPicked : null;
}
