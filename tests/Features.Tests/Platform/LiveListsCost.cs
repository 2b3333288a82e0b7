using System.Diagnostics;
using System.Net;
using Xunit;

namespace Dugout.Features.Tests.Platform;

/// <summary>
/// What a page costs of the lists that no cache answers: CPU of this process a request, of the API and its client without sockets between them, not of the database. Measured
/// on request, on the builds to compare in turns; the figures are in tests/measured.txt.
/// </summary>
[Collection(nameof(Alone))]
public sealed class LiveListsCost(Shop shop, ITestOutputHelper output)
{
    private const int Callers = 32;
    private const int Blocks = 6;
    private const int RequestsOfACaller = 60;

    private static readonly string[] Lists = ["/api/reservations", "/api/feed/mine", "/api/talk/posts", "/api/coupons", "/api/orders"];

    [Fact(Explicit = true)]
    public async Task What_a_live_list_costs()
    {
        Assert.SkipWhen(Shop.IsOnMySql, "The rows are made by MariaDB's sequences.");
        const string Rows = """
            INSERT INTO reservations (id, account_id, game_id, total, reserved_at) SELECT 70000000 + seq, @Id, 1, 2, UTC_TIMESTAMP(6) - INTERVAL seq HOUR FROM seq_1_to_40;
            INSERT INTO reservation_seats (reservation_id, grade_id, number, price) SELECT 70000001 + seq DIV 2, 2, 1 + seq, 1 FROM seq_0_to_79;
            INSERT INTO coupon_campaigns (id, name, discount, minimum, starts_at, ends_at, valid_until, stock, issued)
            SELECT 70000000 + seq, 'x', 1, 1, UTC_TIMESTAMP(6), UTC_TIMESTAMP(6) + INTERVAL 1 DAY, UTC_TIMESTAMP(6) + INTERVAL 1 DAY, 1, 1 FROM seq_1_to_40;
            INSERT INTO coupons (id, campaign_id, account_id, claimed_at) SELECT 70000000 + seq, 70000000 + seq, @Id, UTC_TIMESTAMP(6) - INTERVAL seq HOUR FROM seq_1_to_40;
            INSERT INTO orders (id, account_id, state, discount, total, payment_id, ordered_at)
            SELECT 70000000 + seq, @Id, 'paid', 0, 2, CONCAT('x', seq), UTC_TIMESTAMP(6) - INTERVAL seq HOUR FROM seq_1_to_40;
            INSERT INTO order_lines (order_id, product_id, name, quantity, price) SELECT 70000001 + seq DIV 2, 1 + seq MOD 2, 'x', 1, 1 FROM seq_0_to_79;
            INSERT INTO talk_posts (account_id, title, body, likes, comments, written_at) SELECT @Id, 'x', 'x', 1, 1, UTC_TIMESTAMP(6) FROM seq_1_to_40;
            INSERT INTO posts (id, account_id, text, posted_at) SELECT 70000000 + seq, @Id, 'x', UTC_TIMESTAMP(6) - INTERVAL seq HOUR FROM seq_1_to_40;
            """;
        var fan = await shop.NextFanAsync();
        await shop.ChangeAsync(Rows, new { fan.Id });
        await using var replica = shop.Replica(("Limits:Enabled", "false"));
        using var http = replica.CreateClient();

        var costs = Lists.ToDictionary(list => list, _ => new List<double>());
        for (var block = 0; block < Blocks; block++)
            foreach (var list in Lists)
            {
                var cost = await CostAsync(fan, http, list);
                // The first blocks run code that is compiled meanwhile.
                if (block >= 2)
                    costs[list].Add(cost);
            }

        foreach (var (list, found) in costs)
            output.WriteLine($"{list}: {string.Join(' ', found.Select(cost => $"{cost:0}"))} microseconds of CPU a request");
    }

    private static async Task<double> CostAsync(Fan fan, HttpClient http, string list)
    {
        using var process = Process.GetCurrentProcess();
        var before = process.TotalProcessorTime;
        await Task.WhenAll(Enumerable.Range(0, Callers).Select(_ => CallAsync()));
        process.Refresh();
        return (process.TotalProcessorTime - before).TotalMicroseconds / (Callers * RequestsOfACaller);

        async Task CallAsync()
        {
            for (var n = 0; n < RequestsOfACaller; n++)
                Assert.Equal(HttpStatusCode.OK, (await fan.GetAsync(http, list)).Status);
        }
    }
}
