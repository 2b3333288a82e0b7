namespace Dugout.Load.Tests;

/// <content>The tables and rows that the tests read.</content>
public sealed partial class SaleDatabaseTests
{
    private const string Tables = """
        CREATE TABLE accounts (id BIGINT, email VARCHAR(254));
        CREATE TABLE games (id BIGINT, seats_per_account INT);
        CREATE TABLE grades (id BIGINT, game_id BIGINT, name VARCHAR(60), price BIGINT, capacity INT, seats_per_account INT);
        CREATE TABLE reservations (id BIGINT, account_id BIGINT, game_id BIGINT, total BIGINT, reserved_at DATETIME(6));
        CREATE TABLE reservation_seats (reservation_id BIGINT, grade_id BIGINT, number INT, price BIGINT, cancelled_at DATETIME(6));
        CREATE TABLE seat_claims (game_id BIGINT, grade_id BIGINT, number INT, reservation_id BIGINT);
        CREATE TABLE seat_allowances (account_id BIGINT, game_id BIGINT, grade_id BIGINT, seats INT, allowed INT);
        CREATE TABLE coupons (id BIGINT, campaign_id BIGINT, account_id BIGINT, used_by_order BIGINT);
        CREATE TABLE product_stock (product_id BIGINT, supplied INT, remaining INT);
        CREATE TABLE orders (id BIGINT, account_id BIGINT, state VARCHAR(10), coupon_id BIGINT, discount BIGINT, total BIGINT, payment_id VARCHAR(60));
        CREATE TABLE order_lines (order_id BIGINT, product_id BIGINT, quantity INT, price BIGINT);
        CREATE TABLE posts (id BIGINT, account_id BIGINT, likes INT, comments INT, posted_at DATETIME(6));
        CREATE TABLE post_likes (post_id BIGINT, account_id BIGINT);
        CREATE TABLE post_comments (id BIGINT, post_id BIGINT);
        CREATE TABLE post_tags (post_id BIGINT, tag VARCHAR(30), posted_at DATETIME(6));
        CREATE TABLE post_teams (post_id BIGINT, team_id BIGINT, posted_at DATETIME(6));
        CREATE TABLE pictures (id BIGINT, account_id BIGINT, post_id BIGINT, stored_at DATETIME(6), collected_at DATETIME(6));
        CREATE TABLE feed_readers (account_id BIGINT, followings INT);
        CREATE TABLE followings (account_id BIGINT, kind VARCHAR(4), followed_id BIGINT);
        CREATE TABLE talk_posts (id BIGINT, account_id BIGINT, likes INT, comments INT);
        CREATE TABLE talk_comments (id BIGINT, post_id BIGINT, account_id BIGINT);
        CREATE TABLE talk_likes (post_id BIGINT, account_id BIGINT);
        CREATE TABLE products (id BIGINT);
        CREATE TABLE picks (id BIGINT);
        CREATE TABLE fan_events (id BIGINT, places INT, has_waiting_list INT, taken INT, waiting INT);
        CREATE TABLE event_applications (id BIGINT, event_id BIGINT, account_id BIGINT, state VARCHAR(10));
        CREATE TABLE devices (id BIGINT, account_id BIGINT, token VARCHAR(256));
        CREATE TABLE notices (id BIGINT, account_id BIGINT, kind VARCHAR(30), about_id BIGINT, turn BIGINT, created_at DATETIME(6));
        CREATE TABLE coupon_campaigns (id BIGINT, stock INT, issued INT)
        """;

    private const string Rows = """
        INSERT INTO product_stock VALUES (31, 10, 5), (32, 4, 4), (33, 1, 1);
        INSERT INTO orders VALUES (900, 1, 'paid', 500, 3000, 27000, 'p1'), (901, 2, 'placed', NULL, 0, 20000, NULL), (902, 2, 'cancelled', 501, 3000, 7000, 'p2'), (903, 2, 'declined', 500, 0, 10000, NULL);
        INSERT INTO order_lines VALUES (900, 31, 3, 10000), (901, 31, 2, 10000), (902, 32, 1, 10000), (903, 32, 1, 10000);
        INSERT INTO posts VALUES (81, 1, 2, 1, '2027-04-01 12:00:00'), (82, 2, 0, 0, '2027-04-01 12:00:00');
        INSERT INTO post_likes VALUES (81, 1), (81, 2);
        INSERT INTO post_comments VALUES (811, 81);
        INSERT INTO post_tags VALUES (81, 'x', '2027-04-01 12:00:00');
        INSERT INTO post_teams VALUES (81, 1, '2027-04-01 12:00:00');
        INSERT INTO pictures VALUES (91, 1, 81, '2027-04-01 11:00:00', NULL), (92, 2, NULL, NULL, NULL);
        INSERT INTO feed_readers VALUES (1, 2), (2, 0);
        INSERT INTO followings VALUES (1, 'fan', 2), (1, 'team', 1);
        INSERT INTO fan_events VALUES (61, 2, 1, 2, 1), (62, 5, 0, 1, 0), (63, 4, 1, 0, 0);
        INSERT INTO event_applications VALUES (611, 61, 1, 'confirmed'), (612, 61, 2, 'confirmed'), (613, 61, 3, 'waiting'), (614, 62, 1, 'confirmed'), (615, 62, 2, 'cancelled');
        INSERT INTO talk_posts VALUES (71, 1, 2, 1), (72, 2, 0, 0);
        INSERT INTO talk_comments VALUES (711, 71, 2);
        INSERT INTO talk_likes VALUES (71, 1), (71, 2);
        INSERT INTO devices VALUES (41, 1, 'a'), (42, 2, 'b');
        INSERT INTO notices VALUES (51, 1, 'event-today', 61, 0, '2027-04-01 12:00:00'), (52, 1, 'password-old', 1, 0, '2027-04-01 11:59:59'), (53, 2, 'event-today', 61, 0, '2027-04-01 12:00:01'), (54, 3, 'event-today', 61, 0, '2027-04-01 12:00:01');
        INSERT INTO accounts VALUES (1, 'fan1@dugout.test'), (2, 'fan2@dugout.test'), (3, 'admin@dugout.test'), (4, 'other@example.test');
        INSERT INTO games VALUES (1, 2), (2, 4);
        INSERT INTO grades VALUES (11, 1, 'A', 50000, 10, 2), (12, 1, 'B', 20000, 3, 1), (21, 2, 'A', 50000, 10, 4);
        INSERT INTO reservations VALUES (100, 1, 1, 70000, '2027-04-01 12:00:00.000001'), (101, 2, 2, 50000, '2027-03-31 10:00:00');
        INSERT INTO reservation_seats VALUES (100, 11, 5, 50000, NULL), (100, 12, 1, 20000, NULL), (101, 21, 5, 50000, NULL), (101, 21, 6, 50000, '2027-03-31 11:00:00');
        INSERT INTO seat_claims VALUES (1, 11, 5, 100), (1, 12, 1, 100), (2, 21, 5, 101), (2, 21, 7, NULL);
        INSERT INTO seat_allowances VALUES (1, 1, 0, 2, 2), (1, 1, 11, 1, 2), (1, 1, 12, 1, 2), (2, 2, 0, 1, 4), (2, 2, 21, 1, 4), (2, 1, 0, 0, 2);
        INSERT INTO coupon_campaigns VALUES (1, 2, 2), (2, 5, 1), (3, 4, 0);
        INSERT INTO coupons VALUES (500, 1, 1, 900), (501, 1, 2, NULL), (502, 2, 1, NULL)
        """;
}
