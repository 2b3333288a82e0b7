using Dapper;
using MySqlConnector;

namespace Dugout.Features.Notices;

/// <summary>
/// How other slices have somebody told of something. What is told must be as true as the transaction it is told of, so a notice is no message but statements for that
/// transaction's text: the notice, and behind it the message that it is to be pushed.
/// </summary>
public sealed class NoticesQueries(Devices devices, SignInNotices signIn, PushRoom room, PushMetrics metrics)
{
    private const string Write = """
        INSERT INTO notices (account_id, kind, about_id, turn, detail, created_at) VALUES (@noticeFor, @noticeKind, @noticeAbout, @noticeTurn, @noticeDetail, @noticeAt);

        """;

    /// <summary>So many numbers has a seat grade, at most.</summary>
    private const long Numbers = 100_000;

    /// <summary>Whether what is told now is pushed, too, or too much waits already; then that is counted, and it is shown in the app alone. Said at once, before the transaction.</summary>
    public bool ArePushed()
    {
        var isRoom = room.Has();
        if (!isRoom)
            metrics.Dropped();
        return isRoom;
    }

    /// <summary>The statements that tell of a purchase.</summary>
    /// <param name="parameters">Receives the statements' parameters.</param>
    /// <param name="accountId">Who bought.</param>
    /// <param name="reservationId">The purchase.</param>
    /// <param name="ticket">The number printed on the ticket.</param>
    /// <param name="now">When, UTC.</param>
    /// <param name="isPushed">What <see cref="ArePushed"/> said.</param>
    public static string OfReserved(DynamicParameters parameters, long accountId, long reservationId, string ticket, DateTime now, bool isPushed) =>
        Tell(parameters, new(accountId, NoticeKinds.ReservationConfirmed, reservationId, Turn: 0, ticket, now), isPushed);

    /// <summary>The statements that tell of seats which were given back.</summary>
    /// <param name="parameters">Receives the statements' parameters.</param>
    /// <param name="accountId">Whose they were.</param>
    /// <param name="reservationId">The purchase they were of.</param>
    /// <param name="first">Grade and number of one of them: of a purchase each is given back once, so it tells these from others.</param>
    /// <param name="ticket">The number printed on the ticket.</param>
    /// <param name="now">When, UTC.</param>
    /// <param name="isPushed">What <see cref="ArePushed"/> said.</param>
    public static string OfCancelled(
        DynamicParameters parameters, long accountId, long reservationId, (long GradeId, int Number) first, string ticket, DateTime now, bool isPushed) =>
        Tell(parameters, new(accountId, NoticeKinds.ReservationCancelled, reservationId, (first.GradeId * Numbers) + first.Number, ticket, now), isPushed);

    /// <summary>Somebody has signed in: their device is noted, if they brought one, and they are told what there is to be told at a sign-in.</summary>
    /// <returns>The error; null on success.</returns>
    /// <exception cref="MySqlException">The primary is unavailable.</exception>
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
        parameters.AddDynamicParams(new
        {
            noticeFor = notice.AccountId,
            noticeKind = notice.Kind,
            noticeAbout = notice.AboutId,
            noticeTurn = notice.Turn,
            noticeDetail = notice.Detail,
            noticeAt = notice.At,
        });
        return Write + (isPushed ? PushWanted.OfLast : "");
    }

    private sealed record Notice(long AccountId, string Kind, long AboutId, long Turn, string Detail, DateTime At);
}
