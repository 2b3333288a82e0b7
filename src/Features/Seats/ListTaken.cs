using System.Runtime.InteropServices;
using System.Security.Cryptography;
using Dugout.Features.Catalog;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Http.HttpResults;

namespace Dugout.Features.Seats;

/// <summary>
/// The seat numbers of a grade that can't be held now: sold, blocked or held. Anonymous access. Read from Redis and the primary.
/// While Redis is unavailable no seat can be held or reserved, and the response lists only sold and blocked seats. Returns 200.
/// Errors: 404 <c>no-such-game</c> or <c>no-such-grade</c>.
/// </summary>
public static class ListTaken
{
    /// <summary>The taken seats.</summary>
    /// <param name="Version">Equal versions mean equal content; versions have no order.</param>
    /// <param name="Taken">Seat numbers, ascending.</param>
    /// <example>{"version":"5f2d9c0b7a1e4f38d6c5b4a3","taken":[1,2,120,121]}</example>
    public sealed record TakenSeats(string Version, IReadOnlyList<int> Taken);

    /// <summary>Handles the request.</summary>
    public static async Task<Results<Ok<TakenSeats>, Problem>> Handle(
        long gameId, long gradeId, CatalogQueries catalog, LiveReads live, CancellationToken cancellation)
    {
        if (await catalog.SaleTermsAsync(gameId, cancellation) is not { } terms)
            return CatalogProblems.NoSuchGame;
        if (terms.Grade(gradeId) is null)
            return CatalogProblems.NoSuchGrade;

        var taken = await live.TakenAsync(gameId, gradeId, cancellation);
        return TypedResults.Ok(new TakenSeats(Version(taken), taken));
    }

    private static string Version(ReadOnlySpan<int> taken) =>
        Convert.ToHexStringLower(SHA256.HashData(MemoryMarshal.AsBytes(taken)).AsSpan(0, 12));
}
