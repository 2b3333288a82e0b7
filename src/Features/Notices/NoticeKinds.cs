namespace Dugout.Features.Notices;

/// <summary>What fans are told of, as rows and answers say it, and the words for it.</summary>
internal static class NoticeKinds
{
    /// <summary>An event the fan has a place at starts today. About the event.</summary>
    public const string EventToday = "event-today";

    /// <summary>The password hasn't been changed for long. About the account.</summary>
    public const string PasswordOld = "password-old";

    /// <summary>A hold ends within a minute. About the hold; its turn is the deadline.</summary>
    public const string HoldLapsing = "hold-lapsing";

    /// <summary>Seats are the fan's. About the reservation.</summary>
    public const string ReservationConfirmed = "reservation-confirmed";

    /// <summary>Seats of a reservation were given back. About the reservation; its turn is the first of the seats.</summary>
    public const string ReservationCancelled = "reservation-cancelled";

    /// <summary>A game the fan has seats for starts at another time. About the game; its turn is the message that it was moved.</summary>
    public const string GameMoved = "game-moved";

    /// <summary>A coupon can be used for a day at most. About the coupon.</summary>
    public const string CouponExpiring = "coupon-expiring";

    /// <summary>Title and text of a notice.</summary>
    /// <param name="kind">One of the above.</param>
    /// <param name="detail">The name of what it is about.</param>
    public static (string Title, string Text) WordsOf(string kind, string detail) => kind switch
    {
        EventToday => ("오늘 행사가 있어요", $"오늘 '{detail}' 행사가 열립니다."),
        PasswordOld => ("비밀번호를 바꿔 주세요", "비밀번호를 바꾼 지 오래되었습니다. 새 비밀번호로 바꿔 주세요."),
        HoldLapsing => ("잡아 둔 좌석이 곧 풀려요", "1분 안에 예매하지 않으면 잡아 둔 좌석이 풀립니다."),
        ReservationConfirmed => ("예매가 완료되었어요", $"예매번호 {detail}, 예매가 완료되었습니다."),
        ReservationCancelled => ("예매가 취소되었어요", $"예매번호 {detail}, 취소되었습니다."),
        GameMoved => ("경기 시간이 바뀌었어요", $"'{detail}' 경기 시간이 바뀌었습니다. 새 시간을 확인해 주세요."),
        CouponExpiring => ("쿠폰이 곧 만료돼요", $"'{detail}' 쿠폰을 쓸 수 있는 시간이 하루도 남지 않았습니다."),
        _ => throw new InvalidOperationException($"There is no notice of the kind '{kind}'."),
    };
}
