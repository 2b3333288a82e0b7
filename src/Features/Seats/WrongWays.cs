using Dugout.Features.Shared;

namespace Dugout.Features.Seats;

/// <summary>
/// The ways to sell seats that look right and aren't, for tests that have to see them caught; see <see cref="SeededBugs"/>.
/// Without one of them named, every member is the right way.
/// </summary>
public sealed class WrongWays(Databases databases, SeededBugs bugs)
{
    private static readonly string[] WithoutKey = [SeededBugs.ClaimKeyDropped, SeededBugs.ReadThenWrite];

    /// <summary>How a claim is written: refused where there is one, or not.</summary>
    internal string InsertClaims => WithoutKey.Any(bugs.Has) ? "INSERT IGNORE INTO" : "INSERT INTO";

    /// <summary>When a reservation may be written: before its hold's deadline, or always.</summary>
    internal string Fence => bugs.Has(SeededBugs.HoldNotFenced) ? "TRUE" : "UTC_TIMESTAMP(6) < @ExpiresAt";

    /// <summary>The most seats an account's count may reach: what the rule says, or as many as anybody likes.</summary>
    internal int Allowed(int allowed) => bugs.Has(SeededBugs.LimitWithoutLock) ? int.MaxValue : allowed;

    /// <summary>Whether an account may reserve a hold: its own, or anybody's.</summary>
    internal bool MayReserve(CurrentAccount account, Holds.Hold hold) => hold.AccountId == account.Id || bugs.Has(SeededBugs.HoldWithoutOwner);

    /// <summary>Sells; with a bug that looks first and writes second, looks first.</summary>
    internal async Task<Outcome<T>> SellAsync<T>(Holds.Hold? hold, int limit, Func<Task<Outcome<T>>> sell)
        where T : class =>
        hold is null ? await sell() : await LookAsync(hold, limit) ?? await sell();

    private async Task<Problem?> LookAsync(Holds.Hold hold, int limit)
    {
        var looksForSeats = bugs.Has(SeededBugs.ReadThenWrite);
        if (!looksForSeats && !bugs.Has(SeededBugs.LimitWithoutLock))
            return null;

        await using var connection = await databases.OpenPrimaryAsync(CancellationToken.None);
        // A bug, on purpose: hence not by the name that the rules of this house look for.
        await connection.ExecuteAsync("SET SESSION TRANSACTION ISOLATION LEVEL REPEATABLE READ");
        if (looksForSeats)
        {
            var taken = await Claims.AmongAsync(connection, hold.GameId, hold.Seats.Select(seat => seat.Seat), CancellationToken.None);
            return taken.Count > 0 ? Problems.HoldExpired : null;
        }

        var bought = await connection.ExecuteScalarAsync<int?>(
            "SELECT seats FROM seat_allowances WHERE account_id = @AccountId AND game_id = @GameId AND grade_id = 0", hold);
        return bought + hold.Seats.Count > limit ? Problems.LimitReached : null;
    }
}
