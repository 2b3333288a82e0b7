namespace Dugout.Features.Notices;

/// <summary>The kinds of notices, as stored and as returned, with their texts. A notice is unique by account, kind, subject and turn.</summary>
internal static class NoticeKinds
{
    /// <summary>An event with a place of the account starts today. Subject: the event.</summary>
    public const string EventToday = "event-today";

    /// <summary>The password is old. Subject: the account.</summary>
    public const string PasswordOld = "password-old";

    /// <summary>A hold ends within a minute. Subject: the hold; its turn is the deadline.</summary>
    public const string HoldLapsing = "hold-lapsing";

    /// <summary>A reservation was made. Subject: the reservation.</summary>
    public const string ReservationConfirmed = "reservation-confirmed";

    /// <summary>Seats of a reservation were cancelled. Subject: the reservation; its turn is the first of the seats.</summary>
    public const string ReservationCancelled = "reservation-cancelled";

    /// <summary>The start of a game with seats of the account has changed. Subject: the game; its turn is the id of the outbox message.</summary>
    public const string GameMoved = "game-moved";

    /// <summary>A coupon expires within a day. Subject: the coupon.</summary>
    public const string CouponExpiring = "coupon-expiring";

    /// <summary>Title and text of a notice.</summary>
    /// <param name="kind">One of the kinds above.</param>
    /// <param name="detail">The name of its subject.</param>
    public static (string Title, string Text) WordsOf(string kind, string detail) => kind switch
    {
        EventToday => ("오늘 행사가 있어요", $"오늘 '{detail}' 행사가 열립니다."),
        PasswordOld => ("비밀번호를 바꿔 주세요", "비밀번호를 바꾼 지 오래되었습니다. 새 비밀번호로 바꿔 주세요."),
        HoldLapsing => ("잡아 둔 좌석이 곧 풀려요", "1분 안에 예매하지 않으면 잡아 둔 좌석이 풀립니다."),
        ReservationConfirmed => ("예매가 완료되었어요", $"예매번호 {detail}, 예매가 완료되었습니다."),
        ReservationCancelled => ("예매가 취소되었어요", $"예매번호 {detail}, 취소되었습니다."),
        GameMoved => ("경기 시간이 바뀌었어요", $"'{detail}' 경기 시간이 바뀌었습니다. 새 시간을 확인해 주세요."),
        CouponExpiring => ("쿠폰이 곧 만료돼요", $"'{detail}' 쿠폰을 쓸 수 있는 시간이 하루도 남지 않았습니다."),
        _ => throw new InvalidOperationException($"'{kind}' is not a kind of notice."),
    };
}
