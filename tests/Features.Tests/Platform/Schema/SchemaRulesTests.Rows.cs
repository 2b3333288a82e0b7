using Xunit;

namespace Dugout.Features.Tests.Platform.Schema;

/// <summary>The rows whose rules are tested, and pairs that unique keys reject.</summary>
public sealed partial class SchemaRulesTests
{
    private const string Reservation = """
        INSERT INTO reservations (id, account_id, game_id, total, reserved_at) VALUES ({0}, -1, -1, 0, UTC_TIMESTAMP(6));
        """;

    private const string Account = """
        INSERT INTO accounts (email, nickname, password_hash, created_at) VALUES ('{0}', 'x', 'x', UTC_TIMESTAMP(6));
        """;

    private const string EndedSession = "INSERT INTO revoked_sessions (session_id, account_id, ended_at) VALUES (-1, -1, UTC_TIMESTAMP(6));";
    private const string Familiar = "INSERT INTO known_networks (account_id, place, seen_on) VALUES (-1, 'x', UTC_DATE());";

    private const string Code = """
        INSERT INTO mailed_codes (code_hash, account_id, purpose, generation, expires_at) VALUES ('x', -1, '{0}', 0, UTC_TIMESTAMP(6));
        """;

    private const string Key = """
        INSERT INTO idempotency_keys (account_id, idempotency_key, fingerprint, status, answer, created_at) VALUES (-1, 'x', REPEAT('0', 32), 201, '', UTC_TIMESTAMP(6));
        """;

    private const string Claim = "INSERT INTO seat_claims (game_id, grade_id, number, reservation_id) VALUES (-1, -1, {0}, -1);";
    private const string Block = "INSERT INTO seat_claims (game_id, grade_id, number) VALUES (-1, -1, {0});";

    private const string Campaign = """
        INSERT INTO coupon_campaigns (id, name, discount, minimum, starts_at, ends_at, valid_until, stock, issued)
        VALUES (-1, 'x', {0}, UTC_TIMESTAMP(6) - INTERVAL 1 DAY, UTC_TIMESTAMP(6) + INTERVAL 1 DAY, UTC_TIMESTAMP(6) + INTERVAL 1 DAY, 4, 0);
        """;

    private const string Coupon = "INSERT INTO coupons (id, campaign_id, account_id, claimed_at) VALUES ({0}, -1, -1, UTC_TIMESTAMP(6));";

    private const string Order = """
        INSERT INTO orders (id, account_id, state, coupon_id, discount, total, payment_id, ordered_at)
        VALUES ({0}, -1, 'placed', NULL, 0, 1, 'rule', UTC_TIMESTAMP(6));
        """;

    private const string Step = "INSERT INTO order_steps (order_id, step, reached_at) VALUES (-1, 'given-up', UTC_TIMESTAMP(6));";
    private const string Line = "INSERT INTO order_lines (order_id, product_id, name, quantity, price) VALUES (-1, -1, 'x', 1, 1);";

    private const string TalkPost = "INSERT INTO talk_posts (id, account_id, title, body, written_at) VALUES (-1, -1, 'x', 'x', UTC_TIMESTAMP(6));";
    private const string TalkLike = "INSERT INTO talk_likes (post_id, account_id, liked_at) VALUES (-1, -1, UTC_TIMESTAMP(6));";
    private const string TalkComment = "INSERT INTO talk_comments (post_id, account_id, body, written_at) VALUES (-1, -1, 'x', UTC_TIMESTAMP(6));";
    private const string GamePick = "INSERT INTO picks (game_id, note, picked_at) VALUES (-1, 'x', UTC_TIMESTAMP(6));";
    private const string ProductPick = "INSERT INTO picks (product_id, note, picked_at) VALUES (-1, 'x', UTC_TIMESTAMP(6));";
    private const string Post = "INSERT INTO posts (id, account_id, text, posted_at) VALUES ({0}, -1, 'x', UTC_TIMESTAMP(6));";
    private const string Like = "INSERT INTO post_likes (post_id, account_id, liked_at) VALUES (7777777, -1, UTC_TIMESTAMP(6));";
    private const string Tagged = "INSERT INTO post_tags (post_id, tag, posted_at) VALUES (7777777, 'x', UTC_TIMESTAMP(6));";
    private const string AboutTeam = "INSERT INTO post_teams (post_id, team_id, posted_at) VALUES (7777777, 1, UTC_TIMESTAMP(6));";
    private const string Comment = "INSERT INTO post_comments (id, post_id, account_id, text, commented_at) VALUES (-1, 7777777, -1, 'x', UTC_TIMESTAMP(6));";
    private const string Reader = "INSERT INTO feed_readers (account_id, followings) VALUES (-1, 0);";
    private const string Follows = "INSERT INTO followings (account_id, kind, followed_id, followed_at) VALUES (-1, 'fan', 1, UTC_TIMESTAMP(6));";

    private const string FanEvent = """
        INSERT INTO fan_events (id, title, description, venue, district, category, starts_at, applications_open_at, applications_close_at, places, has_waiting_list, taken, waiting)
        VALUES (-1, 'x', 'x', 'x', 'seoul', 'tour', UTC_TIMESTAMP(6) + INTERVAL 2 DAY, UTC_TIMESTAMP(6), UTC_TIMESTAMP(6) + INTERVAL 1 DAY, 4, 1, 4, 2);
        """;

    private const string Application = "INSERT INTO event_applications (id, event_id, account_id, state, applied_at) VALUES ({0}, -1, -1, 'waiting', UTC_TIMESTAMP(6));";

    private const string Device = "INSERT INTO devices (account_id, token, last_seen_at, expires_at) VALUES ({0}, 'rule', UTC_TIMESTAMP(6), UTC_TIMESTAMP(6));";
    private const string Notice = "INSERT INTO notices (account_id, kind, about_id, turn, detail, created_at) VALUES (-1, '{0}', -1, 0, '', UTC_TIMESTAMP(6));";

    private const string Picture = """
        INSERT INTO pictures (id, account_id, kind, size, begun_at, stored_at) VALUES (-1, -1, 'png', 1, UTC_TIMESTAMP(6), UTC_TIMESTAMP(6));
        """;

    public static TheoryData<string, string, string> Repeats { get; } = new()
    {
        { "a seat is never sold twice", Text(Reservation, -1) + Text(Claim, 1), Text(Claim, 1) },
        { "a blocked seat isn't sold", Text(Reservation, -1) + Text(Block, 1), Text(Claim, 1) },
        { "a sold seat isn't blocked", Text(Reservation, -1) + Text(Claim, 1), Text(Block, 1) },
        { "a hold is reserved once", Text(Reservation, -1), Text(Reservation, -1) },
        { "a key has one effect", Key, Key },
        { "a fan has one coupon of a campaign", Text(Campaign, "1, 1") + Text(Coupon, -1), Text(Coupon, -2) },
        { "an order is given up once", Text(Order, -1) + Step, Step },
        { "a payment pays for one order", Text(Order, -1), Text(Order, -2) },
        { "an order has a product in one line", Text(Order, -1) + Line, Line },
        { "a fan likes a talk post once", TalkPost + TalkLike, TalkLike },
        { "a game is picked once", GamePick, GamePick },
        { "a product is picked once", ProductPick, ProductPick },
        { "a fan likes a post once", Text(Post, 7_777_777) + Like, Like },
        { "a post has a tag once", Text(Post, 7_777_777) + Tagged, Tagged },
        { "a post is about a team once", Text(Post, 7_777_777) + AboutTeam, AboutTeam },
        { "a fan follows another once", Reader + Follows, Follows },
        { "a session ends once", EndedSession, EndedSession },
        { "a code belongs to one account", Text(Code, "confirm"), Text(Code, "reset") },
        { "a place is familiar once", Familiar, Familiar },
        { "a fan applies for an event once", FanEvent + Text(Application, -1), Text(Application, -2) },
        { "a device is one fan's", Text(Device, -1), Text(Device, -2) },
        { "a notice exists once", Text(Notice, "game-moved"), Text(Notice, "game-moved") },
        { "one account an e-mail, whatever its case", Text(Account, "a@rule.test"), Text(Account, "A@RULE.test") },
    };
}
