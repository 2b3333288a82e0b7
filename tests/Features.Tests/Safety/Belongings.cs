using System.Globalization;
using System.Net;
using System.Net.Http.Json;
using System.Security.Cryptography;
using System.Text;
using System.Text.RegularExpressions;
using Dapper;
using Dugout.Features.Tests.Notices;
using Dugout.Features.Tests.Orders;
using Dugout.Features.Tests.WaitingRooms;
using Dugout.Infrastructure.Run;
using MySqlConnector;
using Xunit;

namespace Dugout.Features.Tests.Safety;

/// <summary>What a fan has, one thing of each kind, under the names that paths, queries and bodies have for it.</summary>
internal sealed partial class Belongings
{
    /// <summary>So many seats of a game's first grade each takes, from its own first one on.</summary>
    public const int Seats = 5;

    private readonly Dictionary<string, string> _values;

    private Belongings(Fan owner, Dictionary<string, string> values) => (Owner, _values) = (owner, values);

    /// <summary>Whose they are.</summary>
    public Fan Owner { get; }

    /// <summary>Values that no other user may ever read, wherever they appear. Ids among it are random and long: none of them is part of something else by chance.</summary>
    public IEnumerable<string> Secrets => [_values["id"], _values["holdId"], _values["orderId"], _values["couponId"], _values["confirmCode"], _values["resetCode"], _values["ticket"], Owner.Email, Owner.Token];

    /// <summary>A fan buys, holds, orders, claims and writes one of everything. Of a seat grade it uses <see cref="Seats"/>, the last of them for later.</summary>
    public static async Task<Belongings> OfAsync(Fan fan, long game, int first)
    {
        var (shop, grade, picture) = (fan.Shop, Shop.Grade(game), RandomNumberGenerator.GetInt32(1, int.MaxValue) + 1_000_000_000_000);
        var wares = await Wares.OfferAsync(shop, stock: 100);
        var reservation = await fan.BuyAsync(game, first, first + 1);
        var post = await MakeAsync(fan, "/api/posts", new { text = "글" }, "postId");
        var (room, ticket) = await WaitAsync(fan);
        var talk = await MakeAsync(fan, "/api/talk/posts", new { title = "제목", body = "글" }, "postId");
        await shop.ChangeAsync(
            "INSERT INTO pictures (id, account_id, kind, size, begun_at, stored_at) VALUES (@picture, @Id, 'png', 1, UTC_TIMESTAMP(6), UTC_TIMESTAMP(6))", new { picture, fan.Id });
        Dictionary<string, string> values = new()
        {
            ["gameId"] = Text(game),
            ["gradeId"] = Text(grade),
            ["number"] = Text(first),
            ["free"] = Text(first + Seats - 1),
            ["id"] = Text(reservation),
            ["holdId"] = Text((await fan.HoldAsync(game, first + 2)).Number("holdId")),
            ["productId"] = Text(wares.Ids[0]),
            ["orderId"] = Text((await wares.OrderAsync(fan)).Number("orderId")),
            ["campaignId"] = "1",
            ["couponId"] = Text(await MakeAsync(fan, "/api/coupon-campaigns/1/coupons", body: null, "couponId")),
            ["pictureId"] = Text(picture),
            ["pictureIds"] = Text(picture),
            ["postId"] = Text(post),
            ["commentId"] = Text(await MakeAsync(fan, $"/api/posts/{post}/comments", new { text = "글" }, "commentId")),
            ["waiting-room/gameId"] = Text(room),
            ["ticket"] = ticket,
            ["talk/postId"] = Text(talk),
            ["talk/commentId"] = Text(await MakeAsync(fan, $"/api/talk/posts/{talk}/comments", new { body = "글" }, "commentId")),
            ["fanId"] = Text(fan.Id),
            ["kind"] = "teams",
            ["followedId"] = "1",
            ["teamId"] = "1",
            ["tag"] = Uri.EscapeDataString("직관"),
            ["ranking"] = "games",
            ["pickId"] = "1",
            ["after"] = Cursor.At(DateTime.UtcNow.AddDays(1), reservation).ToString(),
            ["eventId"] = "3",
            ["accountId"] = Text(shop.NextAccount().Id),
            ["deviceId"] = Text(await fan.SignInWithAsync($"belonging-{Guid.NewGuid():N}")),
            ["noticeId"] = Text((await fan.GetAsync(shop.Http, "/api/notices")).Json.GetProperty("items")[0].GetProperty("noticeId").GetInt64()),
            ["confirmCode"] = await CodeAsync(fan, "confirm"),
            ["resetCode"] = await CodeAsync(fan, "reset"),
            ["month"] = $"{await shop.QueryAsync<int>("SELECT CAST(year AS SIGNED) FROM seasons")}-04",
            ["later"] = new DateTime(2071, 1, 1, 0, 0, 0, DateTimeKind.Utc).AddMinutes(reservation % 10_000_000).ToString("yyyy-MM-ddTHH:mm:ssZ", CultureInfo.InvariantCulture),
            ["email"] = fan.Email,
            ["password"] = Shop.FanPassword,
        };
        // What is read from a replica from now on is all there.
        await shop.Servers.CaughtUpAsync();
        return new(fan, values);
    }

    /// <summary>Whether there is something of a name.</summary>
    public bool Has(string name) => _values.ContainsKey(name);

    /// <summary>The value of a name. The talk board has posts and comments of its own, under the names of the feed's, and waiting rooms have games of their own.</summary>
    /// <param name="name">The name.</param>
    /// <param name="of">The path it is for.</param>
    public string ValueOf(string name, string of) =>
        (of.Contains("/talk/", StringComparison.Ordinal) && _values.TryGetValue($"talk/{name}", out var value))
        || (of.Contains("/waiting-room", StringComparison.Ordinal) && _values.TryGetValue($"waiting-room/{name}", out value)) || _values.TryGetValue(name, out value)
            ? value
            : throw new InvalidOperationException($"Give {name} a value here.");

    /// <summary>Records an id from a response as existing.</summary>
    public void Learn(Answer answer)
    {
        foreach (var name in (string[])["pickId", "eventId"])
        {
            if (answer.Status == HttpStatusCode.Created && answer.Json.TryGetProperty(name, out var made))
                _values[name] = made.GetRawText();
        }
    }

    /// <summary>Sends an operation.</summary>
    /// <param name="row">Which.</param>
    /// <param name="replica">Whom.</param>
    /// <param name="token">The access token; null for none.</param>
    /// <param name="ownerOf">Of whose belongings each name is.</param>
    /// <param name="body">Another body than the table's.</param>
    /// <param name="isSigned">Whether the body is signed, as the payment partner does.</param>
    public static async Task<Answer> SendAsync(Row row, HttpClient replica, string? token, Func<string, Belongings> ownerOf, string? body = null, bool isSigned = false)
    {
        var (method, path) = (row.Operation.Split(' ')[0], row.Operation.Split(' ')[1]);
        var query = row.Ids.Contains("after=200") ? "?after={after}" : row.Query.Length > 0 ? $"?{row.Query}" : "";
        using var request = new HttpRequestMessage(new HttpMethod(method), Fill(path + query));
        if ((body ?? (row.Body is null ? null : Fill(row.Body))) is { } content)
        {
            request.Content = new StringContent(content, Encoding.UTF8, "application/json");
            if (isSigned)
                request.Headers.Add("X-Signature", SignedCallback.Sign(ownerOf("").Owner.Shop, content));
        }

        if (token is not null)
            request.Headers.TryAddWithoutValidation("Authorization", $"Bearer {token}");
        request.Headers.Add("Idempotency-Key", Guid.NewGuid().ToString());
        return await Answer.ReadAsync(await replica.SendAsync(request, HttpCompletionOption.ResponseHeadersRead));

        string Fill(string template) => Filled(template, name => ownerOf(name).ValueOf(name, of: path));
    }

    /// <summary>Puts values into a text with names in braces.</summary>
    public static string Filled(string template, Func<string, string> valueOf) => Name().Replace(template, name => valueOf(name.Groups[1].Value));

    /// <summary>All data of the owner in database and API, as text: two equal texts show that nothing has changed.</summary>
    public async Task<string> PollAsync()
    {
        var looks = new StringBuilder();
        await using var connection = new MySqlConnection(Owner.Shop.Servers.Primary(DatabaseAccount.Checks));
        await connection.OpenAsync();
        var tables = await connection.QueryAsync<string>(
            "SELECT table_name FROM information_schema.columns WHERE table_schema = DATABASE() AND column_name = 'account_id' ORDER BY table_name");
        foreach (var (table, column) in tables.Select(table => (table, "account_id")).Append(("accounts", "id")))
        {
            var rows = await connection.QueryAsync($"SELECT * FROM {table} WHERE {column} = @Id", new { Owner.Id });
            var texts = rows.Cast<IDictionary<string, object?>>().Select(row => string.Join(" | ", row.Select(cell => $"{cell.Key} {Text(cell.Value)}")));
            looks.AppendJoin('\n', texts.Order(StringComparer.Ordinal).Prepend(table)).Append('\n');
        }

        foreach (var name in (string[])[
            "reservations", "reservations/{id}", "orders", "orders/{orderId}", "coupons", "followings", "event-applications", "accounts/me/devices", "notices", "games/{gameId}/holds",
            "posts/{postId}", "posts/{postId}/comments", "talk/posts/{talk/postId}", "talk/posts/{talk/postId}/comments"])
        {
            var answer = await Owner.GetAsync(Owner.Shop.Http, $"/api/{Filled(name, value => _values[value])}");
            Assert.True(answer.Status == HttpStatusCode.OK, $"{name}: {answer.Status} {answer.Body}");
            looks.Append(name).Append(' ').Append(answer.Body).Append('\n');
        }

        return looks.ToString();
    }

    /// <summary>A game with a waiting room, and the fan's ticket, whose number is up.</summary>
    private static async Task<(long Game, string Ticket)> WaitAsync(Fan fan)
    {
        var (shop, game) = (fan.Shop, fan.Shop.NextGame());
        await shop.ChangeAsync("""
            INSERT INTO waiting_rooms (game_id, opens_at, state, min_rate, max_rate, seed, drawn, rate, reason, held_until, updated_at)
            VALUES (@game, UTC_TIMESTAMP(6), 'open', 1, 1, SHA2(@game, 256), 0, 1, 'new', UTC_TIMESTAMP(6), UTC_TIMESTAMP(6))
            """, new { game });
        var ticket = (await fan.TakeTicketAsync(shop.Http, game)).Text("ticket");
        await shop.ChangeAsync("UPDATE waiting_rooms SET admitted = tickets WHERE game_id = @game", new { game });
        await shop.RoomAsync(game, room => room.Number("admitted") == 1);
        return (game, ticket);
    }

    /// <summary>A code known to the test: mailed codes are only readable in the mail.</summary>
    private static async Task<string> CodeAsync(Fan fan, string purpose)
    {
        var code = Convert.ToHexStringLower(RandomNumberGenerator.GetBytes(16));
        await fan.Shop.ChangeAsync(
            """
            INSERT INTO mailed_codes (code_hash, account_id, purpose, generation, expires_at)
            SELECT @hash, id, @purpose, generation, UTC_TIMESTAMP(6) + INTERVAL 1 HOUR FROM accounts WHERE id = @Id
            """, new { hash = Convert.ToHexStringLower(SHA256.HashData(Encoding.UTF8.GetBytes(code))), fan.Id, purpose });
        return code;
    }

    private static async Task<long> MakeAsync(Fan fan, string path, object? body, string id)
    {
        using var content = body is null ? null : JsonContent.Create(body);
        return (await fan.SendAsync(fan.Shop.Http, HttpMethod.Post, path, content, Guid.NewGuid().ToString())).Number(id);
    }

    private static string Text(object? value) => value is byte[] bytes ? Convert.ToHexString(bytes) : Convert.ToString(value, CultureInfo.InvariantCulture) ?? "";

    private static string Text(long number) => number.ToString(CultureInfo.InvariantCulture);

    [GeneratedRegex(@"\{([\w/]+)\}")]
    private static partial Regex Name();
}
