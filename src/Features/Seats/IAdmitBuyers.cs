using Microsoft.AspNetCore.Http;

namespace Dugout.Features.Seats;

/// <summary>Decides who may hold and reserve seats of a game, and learns how long that took. Implemented by the slice of waiting rooms.</summary>
public interface IAdmitBuyers
{
    /// <summary>The header with the pass of a game's waiting room.</summary>
    const string PassHeader = "X-Access-Pass";

    /// <summary>The error for an account that may not buy now; null if it may.</summary>
    /// <param name="gameId">The game.</param>
    /// <param name="accountId">The account.</param>
    /// <param name="context">The request.</param>
    ValueTask<Problem?> ErrorOfAsync(long gameId, long accountId, HttpContext context);

    /// <summary>A request of an admitted account was served.</summary>
    /// <param name="took">How long it took.</param>
    /// <param name="failed">Whether it got 5xx.</param>
    void Served(TimeSpan took, bool failed);
}
