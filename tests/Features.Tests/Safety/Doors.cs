namespace Dugout.Features.Tests.Safety;

/// <summary>Who may use an operation.</summary>
internal enum Door
{
    /// <summary>Any caller, signed in or not.</summary>
    Everybody,

    /// <summary>Who is signed in.</summary>
    Fans,

    /// <summary>Who is signed in as an operator.</summary>
    Operators,

    /// <summary>Who signs as the payment partner does.</summary>
    Partner,
}

/// <summary>An operation as the table has it.</summary>
/// <param name="Operation">Method and path.</param>
/// <param name="Door">Who may.</param>
/// <param name="Ids">
/// Every id it takes. A name alone is an id that every caller may use. <c>name=code</c>: another user's id is rejected with the code; after
/// <c>, alone</c> stands the code where only this id is theirs, if it is another. <c>name=200</c>: another user's id does not change the response.
/// </param>
internal sealed record Row(string Operation, Door Door, params string[] Ids)
{
    /// <summary>A body that is right, with names of <see cref="Belongings"/> in braces.</summary>
    public string? Body { get; init; }

    /// <summary>A query that is right, if it needs one.</summary>
    public string Query { get; init; } = "";
}

/// <summary>Every operation of the API, who may use it, and whose what it names is. An operation that isn't here fails a test.</summary>
internal static class Doors
{
    private const string Title = """{"title":"제목","body":"글"}""";

    private const string Seats = """{"seats":[{"gradeId":{gradeId},"number":{free}}]}""";

    private const string Game = """
        {"homeTeamId":1,"awayTeamId":2,"startsAt":"{later}","saleOpensAt":"2026-01-01T00:00:00Z","saleClosesAt":"2060-01-01T00:00:00Z","grades":[{"standId":1,"name":"테이블석","price":50000}]}
        """;

    private const string Event = """
        {"title":"팬 사인회","description":"선수와 만나요.","venue":"잠실야구장","district":"seoul","category":"signing","startsAt":"2061-04-01T09:00:00Z","applicationsOpenAt":"2026-01-01T00:00:00Z","applicationsCloseAt":"2060-01-01T00:00:00Z","places":1}
        """;

    /// <summary>The table. Operations come after those whose results they need; those that end sessions come last.</summary>
    public static IReadOnlyList<Row> All { get; } =
    [
        new("POST /api/sessions", Door.Everybody) { Body = """{"email":"{email}","password":"{password}"}""" },
        new("POST /api/sessions/browser", Door.Everybody) { Body = """{"email":"{email}","password":"{password}"}""" },
        new("GET /api/sessions/current", Door.Fans),

        new("GET /api/teams", Door.Everybody),
        new("GET /api/games", Door.Everybody, "after", "stadiumId", "teamId") { Query = "month={month}" },
        new("GET /api/games/sold-out", Door.Everybody),
        new("GET /api/games/{gameId}", Door.Everybody, "gameId"),
        new("GET /api/games/{gameId}/grades/{gradeId}", Door.Everybody, "gameId", "gradeId"),
        new("GET /api/admin/stands", Door.Operators),
        new("POST /api/admin/games", Door.Operators, "awayTeamId", "homeTeamId", "stadiumId", "standId") { Body = Game },
        new("PATCH /api/admin/games/{gameId}", Door.Operators, "gameId") { Body = """{"title":"올스타전"}""" },
        new("PATCH /api/admin/games/{gameId}/grades/{gradeId}", Door.Operators, "gameId", "gradeId") { Body = """{"seatsPerAccount":5}""" },

        new("GET /api/games/{gameId}/grades", Door.Everybody, "gameId"),
        new("GET /api/games/{gameId}/grades/{gradeId}/taken", Door.Everybody, "gameId", "gradeId"),
        new("GET /api/games/{gameId}/seat-changes", Door.Everybody, "gameId"),
        new("GET /api/games/{gameId}/holds", Door.Fans, "gameId"),
        new("POST /api/games/{gameId}/holds", Door.Fans, "gameId", "gradeId", "number") { Body = Seats },
        new("POST /api/games/{gameId}/holds/best", Door.Fans, "gameId", "gradeId") { Body = """{"gradeId":{gradeId},"count":1}""" },
        new("POST /api/games/{gameId}/holds/{holdId}/renewals", Door.Fans, "gameId", "holdId=no-such-hold"),
        new("DELETE /api/games/{gameId}/holds/{holdId}", Door.Fans, "gameId", "holdId=no-such-hold"),
        new("GET /api/reservations", Door.Fans, "after=200"),
        new("POST /api/reservations", Door.Fans, "gameId", "holdId=no-such-hold") { Body = """{"gameId":{gameId},"holdId":{holdId}}""" },
        new("GET /api/reservations/{id}", Door.Fans, "id=no-such-reservation"),
        new("DELETE /api/reservations/{id}", Door.Fans, "id=no-such-reservation"),
        new("DELETE /api/reservations/{id}/seats/{gradeId}/{number}", Door.Fans, "gradeId", "id=no-such-reservation", "number"),
        new("POST /api/admin/games/{gameId}/blocks", Door.Operators, "gameId", "gradeId", "number") { Body = Seats },
        new("GET /api/admin/games/{gameId}/blocks", Door.Operators, "after", "gameId"),
        new("POST /api/admin/games/{gameId}/releases", Door.Operators, "gameId", "gradeId", "number") { Body = Seats },

        new("GET /api/games/{gameId}/waiting-room", Door.Everybody, "gameId"),
        new("POST /api/games/{gameId}/waiting-room/tickets", Door.Fans, "gameId"),
        new("POST /api/games/{gameId}/waiting-room/passes", Door.Fans, "gameId=no-such-ticket") { Body = """{"ticket":"{ticket}"}""" },
        new("GET /api/admin/games/{gameId}/waiting-room", Door.Operators, "gameId"),
        new("PUT /api/admin/games/{gameId}/waiting-room", Door.Operators, "gameId") { Body = """{"state":"open","minRate":1,"maxRate":10}""" },

        new("GET /api/products", Door.Everybody, "after") { Query = "delivery=rocket" },
        new("GET /api/products/search", Door.Everybody, "after") { Query = "prefix=LG" },
        new("GET /api/products/{productId}", Door.Everybody, "productId"),

        new("GET /api/coupon-campaigns", Door.Everybody, "after"),
        new("GET /api/coupon-campaigns/{campaignId}", Door.Everybody, "campaignId"),
        new("POST /api/coupon-campaigns/{campaignId}/coupons", Door.Fans, "campaignId"),
        new("GET /api/coupons", Door.Fans, "after=200"),

        new("GET /api/orders", Door.Fans, "after=200"),
        new("POST /api/orders", Door.Fans, "couponId=no-such-coupon", "productId") { Body = """{"lines":[{"productId":{productId},"quantity":10}],"couponId":{couponId}}""" },
        new("GET /api/orders/{orderId}", Door.Fans, "orderId=no-such-order"),
        new("DELETE /api/orders/{orderId}", Door.Fans, "orderId=no-such-order"),
        new("POST /api/payments/callbacks", Door.Partner, "key", "paymentId") { Body = """{"paymentId":"pay-{orderId}","key":"{orderId}","amount":100000,"state":"approved"}""" },

        new("GET /api/feed", Door.Everybody, "after"),
        new("GET /api/fans/{fanId}/posts", Door.Everybody, "after", "fanId"),
        new("GET /api/tags/{tag}/posts", Door.Everybody, "after", "tag"),
        new("GET /api/teams/{teamId}/posts", Door.Everybody, "after", "teamId"),
        new("GET /api/posts/{postId}", Door.Everybody, "postId"),
        new("GET /api/posts/{postId}/comments", Door.Everybody, "after", "postId"),
        new("GET /api/pictures/{pictureId}", Door.Everybody, "pictureId"),
        new("GET /api/feed/mine", Door.Fans, "after=200"),
        new("POST /api/posts", Door.Fans, "pictureIds=no-such-picture", "teamIds") { Body = """{"text":"글","tags":["직관"],"teamIds":[1],"pictureIds":[{pictureIds}]}""" },
        new("PATCH /api/posts/{postId}", Door.Fans, "postId=not-allowed") { Body = """{"text":"고쳤다"}""" },
        new("PUT /api/posts/{postId}/like", Door.Fans, "postId"),
        new("DELETE /api/posts/{postId}/like", Door.Fans, "postId"),
        new("POST /api/posts/{postId}/comments", Door.Fans, "postId") { Body = """{"text":"글"}""" },
        new("DELETE /api/posts/{postId}/comments/{commentId}", Door.Fans, "commentId=not-allowed, alone no-such-comment", "postId"),
        new("DELETE /api/posts/{postId}", Door.Fans, "postId=not-allowed"),
        new("GET /api/followings", Door.Fans),
        new("PUT /api/followings/{kind}/{followedId}", Door.Fans, "followedId", "kind"),
        new("DELETE /api/followings/{kind}/{followedId}", Door.Fans, "followedId", "kind"),
        new("POST /api/pictures", Door.Fans),

        new("GET /api/talk/posts", Door.Everybody, "after", "teamId"),
        new("GET /api/talk/posts/{postId}", Door.Everybody, "postId"),
        new("GET /api/talk/posts/{postId}/comments", Door.Everybody, "after", "postId"),
        new("POST /api/talk/posts", Door.Fans, "teamId") { Body = Title },
        new("PUT /api/talk/posts/{postId}", Door.Fans, "postId=not-allowed") { Body = Title },
        new("PUT /api/talk/posts/{postId}/like", Door.Fans, "postId"),
        new("DELETE /api/talk/posts/{postId}/like", Door.Fans, "postId"),
        new("POST /api/talk/posts/{postId}/comments", Door.Fans, "postId") { Body = """{"body":"글"}""" },
        new("DELETE /api/talk/posts/{postId}/comments/{commentId}", Door.Fans, "commentId=not-allowed, alone no-such-comment", "postId"),
        new("DELETE /api/talk/posts/{postId}", Door.Fans, "postId=not-allowed"),
        new("DELETE /api/admin/talk/posts/{postId}/comments/{commentId}", Door.Operators, "commentId", "postId"),
        new("DELETE /api/admin/talk/posts/{postId}", Door.Operators, "postId"),

        new("GET /api/rankings/{ranking}", Door.Everybody, "ranking", "teamId") { Query = "window=day" },

        new("GET /api/recommendations", Door.Everybody),
        new("GET /api/recommendations/picks/{pickId}/picture", Door.Everybody, "pickId"),
        new("POST /api/admin/picks", Door.Operators, "gameId", "productId") { Body = """{"note":"추천","gameId":{gameId}}""" },
        new("DELETE /api/admin/picks/{pickId}", Door.Operators, "pickId"),

        new("GET /api/events", Door.Everybody, "after"),
        new("GET /api/events/{eventId}", Door.Everybody, "eventId"),
        new("GET /api/events/{eventId}/places", Door.Everybody, "eventId"),
        new("POST /api/events/{eventId}/applications", Door.Fans, "eventId"),
        new("DELETE /api/events/{eventId}/applications/mine", Door.Fans, "eventId"),
        new("GET /api/event-applications", Door.Fans, "after=200"),
        new("POST /api/admin/events", Door.Operators) { Body = Event },
        new("PATCH /api/admin/events/{eventId}", Door.Operators, "eventId") { Body = """{"places":2}""" },

        new("GET /api/accounts/me/devices", Door.Fans),
        new("GET /api/notices", Door.Fans, "after=200"),
        new("PUT /api/notices/{noticeId}/read", Door.Fans, "noticeId=no-such-notice"),
        new("PUT /api/notices/read", Door.Fans) { Body = """{"upTo":1}""" },
        new("DELETE /api/accounts/me/devices/{deviceId}", Door.Fans, "deviceId=no-such-device"),

        new("GET /api/admin/acts", Door.Operators, "after", "gameId"),

        new("POST /api/accounts", Door.Everybody) { Body = """{"email":"new{id}@dugout.test","password":"{password}","nickname":"새 팬"}""" },
        new("POST /api/accounts/confirmations", Door.Everybody) { Body = """{"code":"{confirmCode}"}""" },
        new("POST /api/password-resets", Door.Everybody) { Body = """{"email":"{email}"}""" },
        new("PUT /api/admin/accounts/{accountId}/ban", Door.Operators, "accountId") { Body = """{"reason":"이유"}""" },
        new("DELETE /api/admin/accounts/{accountId}/ban", Door.Operators, "accountId"),
        new("PUT /api/password-resets", Door.Everybody) { Body = """{"code":"{resetCode}","next":"take-me-out-2028"}""" },
        new("PUT /api/accounts/me/password", Door.Fans) { Body = """{"current":"{password}","next":"take-me-out-2028"}""" },
        new("DELETE /api/sessions/current", Door.Fans),
    ];
}
