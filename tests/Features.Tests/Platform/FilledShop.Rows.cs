using Dapper;
using MySqlConnector;

namespace Dugout.Features.Tests.Platform;

/// <content>The rows.</content>
public sealed partial class FilledShop
{
    /// <summary>
    /// Forty games with a thousand sold seats and a hundred blocked ones each, two seats a reservation, of which the fan has every
    /// fortieth; and what a sale leaves beside them, over more than two years, of which rankings look at a month. Of the idempotency keys a few are due to be forgotten.
    /// </summary>
    private static async Task FillAsync(MySqlConnection connection, long fan, long game)
    {
        const string Rows = """
            INSERT INTO accounts (id, email, nickname, password_hash, created_at)
            SELECT 1000000 + seq, CONCAT('filler', seq, '@dugout.test'), 'filler', 'x', UTC_TIMESTAMP(6) FROM seq_1_to_20000;
            UPDATE accounts SET sessions_ended_at = UTC_TIMESTAMP(6) - INTERVAL id MOD 4000 MINUTE, generation = 1 WHERE id > 1000000 AND id <= 1004000;
            INSERT INTO revoked_sessions (session_id, account_id, ended_at)
            SELECT seq, 1000000 + seq MOD 5000, UTC_TIMESTAMP(6) - INTERVAL 9 * seq SECOND FROM seq_1_to_20000;
            INSERT INTO mailed_codes (code_hash, account_id, purpose, generation, expires_at)
            SELECT SHA2(seq, 256), 1000000 + seq MOD 5000, IF(seq MOD 2 = 0, 'confirm', 'reset'), 0, UTC_TIMESTAMP(6) - INTERVAL 9000 SECOND + INTERVAL 30 * seq SECOND FROM seq_1_to_20000;
            INSERT INTO known_networks (account_id, place, seen_on)
            SELECT 1000000 + seq MOD 5000, MD5(seq), UTC_DATE() - INTERVAL seq MOD 92 DAY FROM seq_1_to_20000;
            INSERT INTO reservations (id, account_id, game_id, total, reserved_at)
            SELECT 1 + seq, IF(seq MOD 40 = 0, @fan, 1000000 + seq MOD 5000), @game + seq DIV 500, 100000, UTC_TIMESTAMP(6) - INTERVAL seq HOUR FROM seq_0_to_19999;
            INSERT INTO reservation_seats (reservation_id, grade_id, number, price)
            SELECT 1 + seq DIV 2, (@game + seq DIV 1000 - 1) * 5 + 2, 1 + seq MOD 1000, 50000 FROM seq_0_to_39999;
            INSERT INTO seat_claims (game_id, grade_id, number, reservation_id)
            SELECT @game + seq DIV 1000, (@game + seq DIV 1000 - 1) * 5 + 2, 1 + seq MOD 1000, 1 + seq DIV 2 FROM seq_0_to_39999;
            INSERT INTO seat_claims (game_id, grade_id, number)
            SELECT @game + seq DIV 100, (@game + seq DIV 100 - 1) * 5 + 2, 1001 + seq MOD 100 FROM seq_0_to_3999;
            INSERT INTO seat_allowances (account_id, game_id, grade_id, seats, allowed)
            SELECT IF(seq MOD 500 = 0, @fan, 1000000 + seq MOD 5000), @game + 1 + seq DIV 500, 0, 2, 4 FROM seq_0_to_19999;
            INSERT INTO waiting_rooms (game_id, opens_at, state, min_rate, max_rate, seed, tickets, drawn, admitted, lapsed, rate, reason, held_until, updated_at)
            VALUES (@game + 40, UTC_TIMESTAMP(6), 'paused', 1, 1, SHA2('', 256), 20000, 10000, 10000, 8000, 1, 'paused', UTC_TIMESTAMP(6), UTC_TIMESTAMP(6));
            INSERT INTO waiting_tickets (game_id, account_id, idx, pass_until, taken_at)
            SELECT @game + 40, 1000001 + seq, seq, IF(seq < 8000, UTC_TIMESTAMP(6) + INTERVAL CAST(seq AS SIGNED) - 7000 SECOND, NULL), UTC_TIMESTAMP(6) FROM seq_0_to_19999;
            INSERT INTO waiting_admissions (game_id, at, admitted)
            SELECT @game + 40, UTC_TIMESTAMP(6) - INTERVAL 25000 * seq MICROSECOND, (20000 - seq) DIV 2 FROM seq_0_to_19999;
            INSERT INTO coupon_campaigns (id, name, discount, minimum, starts_at, ends_at, valid_until, stock, issued)
            SELECT 1000 + seq, 'filler', 1000, 10000, UTC_TIMESTAMP(6) - INTERVAL 8 DAY + INTERVAL seq MINUTE, UTC_TIMESTAMP(6) - INTERVAL 7 DAY + INTERVAL seq MINUTE,
                   UTC_TIMESTAMP(6) + INTERVAL 99 DAY, 100, 2 FROM seq_0_to_19999;
            INSERT INTO coupons (id, campaign_id, account_id, claimed_at)
            SELECT 1 + seq, 1000 + seq MOD 20000, IF(seq MOD 40 = 0 AND seq < 20000, @fan, 1000000 + seq DIV 10), UTC_TIMESTAMP(6) - INTERVAL seq SECOND FROM seq_0_to_39999;
            INSERT INTO idempotency_keys (account_id, idempotency_key, fingerprint, status, answer, created_at)
            SELECT IF(seq MOD 100 = 0, @fan, 1000000 + seq MOD 5000), CONCAT('filler-', seq), REPEAT('0', 32), 201, '{}', UTC_TIMESTAMP(6) - INTERVAL 3500000 * seq MICROSECOND FROM seq_1_to_50000;
            INSERT INTO audit_events (message_id, topic, ordered_by, body, written_at)
            SELECT -seq, 'seats-changed', CONCAT('reservation:', seq), '{}', UTC_TIMESTAMP(6) FROM seq_1_to_10000;
            INSERT INTO outbox (topic, ordered_by, body, written_at)
            SELECT 'seats-changed', CONCAT('reservation:', seq), '{}', UTC_TIMESTAMP(6) FROM seq_1_to_2000;
            INSERT INTO outbox (topic, ordered_by, body, written_at, lane)
            SELECT 'push', CONCAT('account:', seq), '{}', UTC_TIMESTAMP(6), 1 FROM seq_1_to_2000;
            INSERT INTO devices (account_id, token, last_seen_at, expires_at)
            SELECT IF(seq MOD 2000 = 0, @fan, 1000000 + seq MOD 5000), CONCAT('filler-', seq), UTC_TIMESTAMP(6) - INTERVAL seq MINUTE, UTC_TIMESTAMP(6) - INTERVAL 1 DAY + INTERVAL seq MINUTE FROM seq_1_to_20000;
            INSERT INTO notices (account_id, kind, about_id, turn, detail, created_at)
            SELECT IF(seq MOD 40 = 0, @fan, 1000000 + seq MOD 5000), 'reservation-confirmed', seq, 0, 'filler', UTC_TIMESTAMP(6) - INTERVAL 7 * seq MINUTE FROM seq_1_to_20000;
            INSERT INTO products (name, price, rocket, rocket_fresh, rocket_global)
            SELECT CONCAT('응원 상품 ', seq), 1000, seq MOD 10 < 7, seq MOD 10 = 7, seq MOD 10 > 7 FROM seq_1_to_20000;
            INSERT INTO product_stock (product_id, supplied, remaining)
            SELECT 40000000 + seq, 100, 90 FROM seq_1_to_20000;
            INSERT INTO orders (id, account_id, state, discount, total, payment_id, ordered_at)
            SELECT 1 + seq, IF(seq MOD 40 = 0, @fan, 1000000 + seq MOD 5000), IF(seq MOD 10 = 0, 'placed', 'paid'), 0, 10000, CONCAT('filler-', seq), UTC_TIMESTAMP(6) - INTERVAL seq HOUR FROM seq_0_to_19999;
            INSERT INTO order_lines (order_id, product_id, name, quantity, price)
            SELECT 1 + seq DIV 2, 40000001 + seq MOD 20000, 'filler', 1, 5000 FROM seq_0_to_39999;
            INSERT INTO order_steps (order_id, step, reached_at)
            SELECT 1 + seq, 'paid', UTC_TIMESTAMP(6) FROM seq_0_to_19999;
            INSERT INTO talk_posts (account_id, team_id, title, body, likes, comments, written_at)
            SELECT 1000000 + seq MOD 5000, NULLIF(seq MOD 11, 0), 'filler', 'filler', 1, 1, UTC_TIMESTAMP(6) - INTERVAL seq HOUR FROM seq_1_to_200000;
            INSERT INTO talk_comments (post_id, account_id, body, written_at)
            SELECT id, 1000000 + id MOD 5000, 'filler', written_at FROM talk_posts WHERE title = 'filler' AND id MOD 10 = 0;
            INSERT INTO talk_likes (post_id, account_id, liked_at)
            SELECT id, 1000000 + id MOD 4999, written_at FROM talk_posts WHERE title = 'filler' AND id MOD 10 = 0;
            INSERT INTO picks (product_id, note, picked_at)
            SELECT 40000000 + seq, 'filler', UTC_TIMESTAMP(6) FROM seq_1_to_2000;
            INSERT INTO pick_pictures (pick_id, type, bytes)
            SELECT id, 'image/png', 'filler' FROM picks WHERE note = 'filler';
            INSERT INTO posts (id, account_id, text, posted_at)
            SELECT 50000000 + seq, IF(seq MOD 40 = 0, @fan, 1000000 + seq MOD 5000), 'filler', UTC_TIMESTAMP(6) + INTERVAL seq MINUTE FROM seq_1_to_200000;
            INSERT INTO post_tags (post_id, tag, posted_at)
            SELECT id, IF(id MOD 3 = 0, '직관', CONCAT('태그', id MOD 500)), posted_at FROM posts WHERE id > 50000000 AND id <= 50020000;
            INSERT INTO post_teams (post_id, team_id, posted_at)
            SELECT id, 1 + id MOD 10, posted_at FROM posts WHERE id > 50000000 AND id <= 50020000;
            INSERT INTO post_likes (post_id, account_id, liked_at)
            SELECT 50000001 + seq MOD 5000, 1000000 + seq DIV 5000, UTC_TIMESTAMP(6) - INTERVAL seq HOUR FROM seq_0_to_39999;
            INSERT INTO post_comments (id, post_id, account_id, text, commented_at)
            SELECT 50000000 + seq, 50000001 + seq MOD 5000, 1000000 + seq MOD 5000, 'filler', UTC_TIMESTAMP(6) - INTERVAL seq HOUR FROM seq_0_to_39999;
            INSERT INTO pictures (id, account_id, kind, size, post_id, begun_at, stored_at)
            SELECT 50000000 + seq, 1000000 + seq MOD 5000, 'png', 1000, IF(seq MOD 2 = 0, 50000001 + seq MOD 20000, NULL), UTC_TIMESTAMP(6) - INTERVAL seq SECOND, UTC_TIMESTAMP(6) FROM seq_0_to_19999;
            INSERT INTO feed_readers (account_id, followings)
            SELECT 1000000 + seq, 4 FROM seq_1_to_5000;
            INSERT INTO followings (account_id, kind, followed_id, followed_at)
            SELECT 1000001 + seq DIV 4, 'fan', 1000000 + seq MOD 4, UTC_TIMESTAMP(6) FROM seq_0_to_19999;
            INSERT INTO fan_events (id, title, description, venue, district, category, starts_at, applications_open_at, applications_close_at, places, has_waiting_list, taken)
            SELECT 50000000 + seq, 'filler', 'filler', 'filler', ELT(1 + seq MOD 8, 'seoul', 'incheon', 'suwon', 'daejeon', 'daegu', 'busan', 'changwon', 'gwangju'),
                   ELT(1 + seq DIV 8 MOD 6, 'signing', 'meeting', 'tour', 'clinic', 'cheering', 'exhibition'), UTC_TIMESTAMP(6) + INTERVAL seq HOUR,
                   UTC_TIMESTAMP(6) - INTERVAL 1 DAY, UTC_TIMESTAMP(6) - INTERVAL 1 HOUR, 100, 1, 4 FROM seq_1_to_10000;
            INSERT INTO event_applications (event_id, account_id, state, applied_at, confirmed_at)
            SELECT 50000001 + seq MOD 10000, IF(seq MOD 40 = 0 AND seq < 10000, @fan, 1000000 + seq DIV 10), 'confirmed', UTC_TIMESTAMP(6) - INTERVAL seq SECOND, UTC_TIMESTAMP(6) FROM seq_0_to_39999;
            INSERT INTO operator_acts (account_id, act, game_id, state_after, acted_at)
            SELECT 1, 'block-seats', @game + seq MOD 40, '{}', UTC_TIMESTAMP(6) FROM seq_1_to_5000;
            """;
        await connection.ExecuteAsync(Rows, new { fan, game }, commandTimeout: FillSeconds);
        var tables = await connection.QueryAsync<string>("SELECT table_name FROM information_schema.tables WHERE table_schema = DATABASE() AND table_type = 'BASE TABLE'");
        await connection.ExecuteAsync($"ANALYZE TABLE {string.Join(", ", tables)}");
    }
}
