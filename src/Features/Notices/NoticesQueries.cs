using Dapper;
using Dugout.Features.Accounts;
using MySqlConnector;

namespace Dugout.Features.Notices;

/// <summary>
/// Statements with which other slices write notices. A notice is written in the transaction of its cause, so it is a part of that batch: the notice, then the outbox message for its push.
/// </summary>
public sealed class NoticesQueries(Devices devices, SignInNotices signIn, NotifyMany many, PushRoom room, PushMetrics metrics) : ISignInReceiver
{
    private const string Write = """
        INSERT INTO notices (account_id, kind, about_id, turn, detail, created_at) VALUES (@noticeFor, @noticeKind, @noticeAbout, @noticeTurn, @noticeDetail, @noticeAt);

        """;

    /// <summary>Maximum number of seats in a grade.</summary>
    private const long Numbers = 100_000;

    /// <summary>Whether new notices are pushed. If too many pushes are waiting, new ones are counted as dropped and shown in the app alone. Does not wait; call it before the transaction.</summary>
    public bool ArePushed()
    {
        var isRoom = room.Has();
        if (!isRoom)
            metrics.Dropped();
        return isRoom;
    }

    /// <summary>The statements that write the notice of a purchase.</summary>
    /// <param name="parameters">Receives the statements' parameters.</param>
    /// <param name="accountId">The buyer's account.</param>
    /// <param name="reservationId">The purchase.</param>
    /// <param name="ticket">The number printed on the ticket.</param>
    /// <param name="now">The current time, UTC.</param>
    /// <param name="isPushed">The result of <see cref="ArePushed"/>.</param>
    public static string OfReserved(DynamicParameters parameters, long accountId, long reservationId, string ticket, DateTime now, bool isPushed) =>
        Tell(parameters, new(accountId, NoticeKinds.ReservationConfirmed, reservationId, Turn: 0, ticket, now), isPushed);

    /// <summary>The statements that write the notice of cancelled seats.</summary>
    /// <param name="parameters">Receives the statements' parameters.</param>
    /// <param name="accountId">The account that had the seats.</param>
    /// <param name="reservationId">The reservation of the seats.</param>
    /// <param name="first">Grade and number of one of the seats. A seat of a reservation is cancelled only once, so it makes the notice unique.</param>
    /// <param name="ticket">The number printed on the ticket.</param>
    /// <param name="now">The current time, UTC.</param>
    /// <param name="isPushed">The result of <see cref="ArePushed"/>.</param>
    public static string OfCancelled(
        DynamicParameters parameters, long accountId, long reservationId, (long GradeId, int Number) first, string ticket, DateTime now, bool isPushed) =>
        Tell(parameters, new(accountId, NoticeKinds.ReservationCancelled, reservationId, (first.GradeId * Numbers) + first.Number, ticket, now), isPushed);

    /// <summary>Writes the notices of holds that end soon. A hold with a new deadline gets another one.</summary>
    /// <returns>The number of new notices.</returns>
    /// <exception cref="MySqlException">The primary is unavailable.</exception>
    /// <exception cref="TimeoutException">Lock waits exceeded the deadline.</exception>
    /// <exception cref="OutcomeUnknownException">The connection to the primary broke and the outcome is unknown; the next attempt resolves it.</exception>
    public Task<long> HoldsLapseAsync(IEnumerable<(long AccountId, long HoldId, long Deadline)> holds, CancellationToken cancellation)
    {
        var parameters = new DynamicParameters();
        var rows = parameters.Rows("(@fan#, @kind, @hold#, @deadline#, '', @now, @batch)", holds, hold => [("fan", hold.AccountId), ("hold", hold.HoldId), ("deadline", hold.Deadline)]);
        return many.WriteAsync(
            $"INSERT INTO notices (account_id, kind, about_id, turn, detail, created_at, batch) VALUES {rows}{NotifyMany.UnlessTold}", NoticeKinds.HoldLapsing, parameters, cancellation);
    }

    /// <summary>Writes the notices of a moved game.</summary>
    /// <param name="change">The id of the outbox message, so that each change is notified once.</param>
    /// <param name="due">See <see cref="NotifyMany.PublishAsync"/>.</param>
    /// <param name="values">Parameters of the SELECT.</param>
    /// <param name="cancellation">Cancels between two transactions.</param>
    /// <exception cref="MySqlException">The primary is unavailable.</exception>
    /// <exception cref="TimeoutException">Lock waits exceeded the deadline. Notices written before stay.</exception>
    /// <exception cref="OutcomeUnknownException">The connection to the primary broke and the outcome is unknown; the next attempt resolves it.</exception>
    public Task GameMovedAsync(long change, string due, object values, CancellationToken cancellation) =>
        many.PublishAsync(NoticeKinds.GameMoved, change, due, values, cancellation);

    /// <summary>Records the device, if any, and writes due sign-in notices.</summary>
    public async Task<Problem?> SignedInAsync(long accountId, string? deviceToken, CancellationToken cancellation)
    {
        if (deviceToken is not null && await devices.SeenAsync(accountId, deviceToken, cancellation) is { } busy)
            return busy;
        await signIn.PublishAsync(accountId, cancellation);
        return null;
    }

    private static string Tell(DynamicParameters parameters, Notice notice, bool isPushed)
    {
        ArgumentNullException.ThrowIfNull(parameters);
        parameters.Add("noticeFor", notice.AccountId);
        parameters.Add("noticeKind", notice.Kind);
        parameters.Add("noticeAbout", notice.AboutId);
        parameters.Add("noticeTurn", notice.Turn);
        parameters.Add("noticeDetail", notice.Detail);
        parameters.Add("noticeAt", notice.At);
        return Write + (isPushed ? PushWanted.OfLast : "");
    }

    private sealed record Notice(long AccountId, string Kind, long AboutId, long Turn, string Detail, DateTime At);
}
