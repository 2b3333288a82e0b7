using System.Globalization;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Http.HttpResults;
using Microsoft.EntityFrameworkCore;
using Microsoft.Net.Http.Headers;

namespace Dugout.Features.Recommendations;

/// <summary>
/// The picture of a pick, as its bytes. Anonymous access. Read from a replica each time and cached only by clients: it never
/// changes, so they may cache it for a day. It uses the concurrency limit of pictures, so that picture requests leave capacity
/// for other reads. Returns 200, or 304 if the client has it. Errors: 404 <c>no-such-pick</c>, also without a picture.
/// </summary>
public static class ShowPicture
{
    /// <summary>Handles the request.</summary>
    public static async Task<Results<FileContentHttpResult, Problem>> Handle(
        long pickId, ConsistencyToken seen, Reads reads, HttpResponse response, CancellationToken cancellation)
    {
        var picture = await reads.QueryAsync(
            seen, (database, ask) => database.Set<PickPictureRow>().SingleOrDefaultAsync(picture => picture.PickId == pickId, ask), cancellation);
        if (picture is null)
            return RecommendationsProblems.NoSuchPick;

        response.Headers.CacheControl = "public, max-age=86400";
        // An id has one immutable picture.
        return TypedResults.Bytes(picture.Bytes, picture.Type, entityTag: new EntityTagHeaderValue(string.Create(CultureInfo.InvariantCulture, $"\"pick-{pickId}\"")));
    }
}
