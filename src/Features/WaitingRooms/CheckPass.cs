using Dugout.Features.Seats;
using Microsoft.AspNetCore.Http;
using MySqlConnector;

namespace Dugout.Features.WaitingRooms;

/// <summary>
/// Lets accounts hold and reserve seats of a game with a waiting room only with a pass, which is verified without a query; measures those requests, so that no more fans are admitted than the
/// shop can carry.
/// </summary>
internal sealed class CheckPass(RoomCopies rooms, SignedTickets signed, SaleLoad load) : IAdmitBuyers
{
    /// <exception cref="MySqlException">The primary is unavailable.</exception>
    public async ValueTask<Problem?> ErrorOfAsync(long gameId, long accountId, HttpContext context)
    {
        if (await rooms.FindAsync(gameId, context.RequestAborted) is not { } found)
            return null;
        return context.Request.Headers[IAdmitBuyers.PassHeader] is [{ } pass] && signed.IsPass(pass, gameId, accountId, found.Now) ? null : SeatsProblems.WaitingRoom;
    }

    public void Served(TimeSpan took, bool failed)
    {
        if (rooms.AreThere)
            load.Add(took, failed);
    }
}
