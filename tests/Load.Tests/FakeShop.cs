using System.Collections.Concurrent;
using System.Globalization;
using System.Text.Json;
using Dugout.Load.Checks;
using Dugout.Tests.Support;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Hosting;
using Microsoft.AspNetCore.Http;
using Microsoft.Extensions.Logging;

namespace Dugout.Load.Tests;

/// <summary>
/// A ticket shop in memory that serves the nine steps of the contract, and the rows of its sales. Tests make it misbehave:
/// a hook gets the step of a request and may replace the response, or change the rows.
/// </summary>
internal sealed partial class FakeShop : ISaleRecords, IAsyncDisposable
{
    private const int Year = 2027;
    private const int SeatsPerAccount = 100;

    private readonly WebApplication _app;
    private readonly TestFolder _folder = new();
    private readonly Lock _gate = new();
    private readonly ConcurrentDictionary<string, long> _tokens = new();
    private readonly Dictionary<long, (long Account, long Game, (long Grade, int Number)[] Seats)> _holds = [];
    private readonly Dictionary<(long Game, long Grade, int Number), long> _sold = [];
    private readonly List<ReservationRow> _reservations = [];
    private readonly Dictionary<(long Account, string Key), IResult> _answers = [];
    private long _lastId = 1_000;

    private FakeShop()
    {
        var builder = WebApplication.CreateSlimBuilder();
        builder.Logging.ClearProviders();
        builder.WebHost.UseUrls("http://127.0.0.1:0");
        _app = builder.Build();
        Map();
    }

    /// <summary>Replaces the response unless it returns null: step as in the table (<c>9 reserve</c>), request.</summary>
    public Func<string, HttpContext, Task<IResult?>> Instead { get; set; } = (_, _) => Task.FromResult<IResult?>(null);

    /// <summary>Changes the rows on their way to the check.</summary>
    public Func<IReadOnlyList<ReservationRow>, IReadOnlyList<ReservationRow>> Rows { get; set; } = rows => rows;

    /// <summary>What the SQL rules find, by a word of their sentence.</summary>
    public Func<Rule, IReadOnlyList<string>> Breaches { get; set; } = _ => [];

    /// <summary>Added to the remaining seats the shop shows.</summary>
    public int RemainingOff { get; set; }

    /// <summary>Whether the shop sells a seat to every caller.</summary>
    public bool SellsTwice { get; set; }

    /// <summary>Seats of each of the two grades.</summary>
    public int Capacity { get; set; } = 1_000;

    /// <summary>The time-out of its clients.</summary>
    public TimeSpan Patience { get; set; } = TimeSpan.FromSeconds(10);

    /// <summary>Seeded accounts.</summary>
    public int Fans { get; set; } = 1_000;

    /// <summary>Called with every account that signs in.</summary>
    public Action<long> SignedIn { get; set; } = _ => { };

    /// <summary>Requests by step.</summary>
    public ConcurrentDictionary<string, int> Requests { get; } = new();

    /// <summary>The folder of this shop's files, and of the records of its runs; gone with the shop.</summary>
    public string Folder => _folder.Path;

    public string Address => _app.Urls.Single();

    public static async Task<FakeShop> StartAsync()
    {
        var shop = new FakeShop();
        await shop._app.StartAsync();
        return shop;
    }

    /// <summary>Writes an <c>apphost.json</c> with the address of this shop and returns its path.</summary>
    public string AppHostFile(string primary = "Server=nowhere")
    {
        var file = Path.Combine(_folder.Path, "apphost.json");
        File.WriteAllText(file, JsonSerializer.Serialize(new
        {
            gateway = Address,
            dashboard = (string?)null,
            database = new { primary, replicas = Array.Empty<string>() },
            redis = "127.0.0.1:1",
            resources = Processes.ToDictionary(name => name, _ => new { state = "running", pid = 1, url = Address }),
        }));
        return file;
    }

    /// <summary>Stops responding. Its file stays until it is disposed.</summary>
    public Task StopAsync() => _app.StopAsync();

    public async ValueTask DisposeAsync()
    {
        await _app.DisposeAsync();
        _folder.Dispose();
    }

    private void Map()
    {
        On("1 sign in", "POST", "/api/sessions", async context =>
        {
            var asked = await Body(context);
            var email = asked.GetProperty("email").GetString()!;
            var account = email.StartsWith("fan", StringComparison.Ordinal) ? long.Parse(email[3..email.IndexOf('@')], CultureInfo.InvariantCulture) : long.MaxValue;
            SignedIn(account);
            if (asked.TryGetProperty("deviceToken", out var device)) Tell(email, device.GetString()!);
            var token = Guid.NewGuid().ToString("N");
            _tokens[token] = account;
            return TypedResults.Ok(new { accessToken = token, expiresAt = DateTimeOffset.UtcNow.AddHours(1), account = new { id = account, nickname = "fan" } });
        });
        On("2 teams", "GET", "/api/teams", _ => Respond(new { items = Enumerable.Range(1, 10).Select(i => new { id = i, code = $"T{i}", name = $"team {i}", stadium = Named(i) }), next = (string?)null }));
        On("3 games", "GET", "/api/games", context => Respond(new { items = Games(context.Request.Query["month"].ToString()).ToArray(), next = (string?)null }));
        On("4 game", "GET", "/api/games/{game}", context => Respond(Game(Id(context, "game"), detail: true)));
        On("5 grades", "GET", "/api/games/{game}/grades", context =>
        {
            var game = Id(context, "game");
            lock (_gate)
                return Respond(new { items = Grades(game).Select(grade => new { gradeId = grade, name = $"grade {grade}", price = Price(grade), capacity = Capacity, remaining = Math.Clamp(Capacity - Sold(game, grade) + RemainingOff, 0, Capacity) }).ToArray(), next = (string?)null });
        });
        On("6 grade", "GET", "/api/games/{game}/grades/{grade}", context =>
        {
            var grade = Id(context, "grade");
            var middle = Capacity / 2;
            var blocks = new[] { new { name = "A", rows = 1, seatsPerRow = middle, firstNumber = 1 }, new { name = "B", rows = 1, seatsPerRow = Capacity - middle, firstNumber = middle + 1 } };
            return Respond(new { gradeId = grade, name = $"grade {grade}", price = Price(grade), capacity = Capacity, seatsPerAccount = SeatsPerAccount, blocks });
        });
        On("7 taken", "GET", "/api/games/{game}/grades/{grade}/taken", context =>
        {
            var (game, grade) = (Id(context, "game"), Id(context, "grade"));
            lock (_gate) return Respond(new { version = "1", taken = (SellsTwice ? [] : TakenSeats(game)).Where(seat => seat.Grade == grade).Select(seat => seat.Number).Order().ToArray() });
        });
        On("8 hold", "POST", "/api/games/{game}/holds", async context =>
        {
            var game = Id(context, "game");
            (long Grade, int Number)[] seats = [.. (await Body(context)).GetProperty("seats").EnumerateArray().Select(seat => (seat.GetProperty("gradeId").GetInt64(), seat.GetProperty("number").GetInt32()))];
            lock (_gate)
            {
                if (!SellsTwice && TakenSeats(game).Intersect(seats).Any()) return Problem(409, "seat-taken");
                var id = ++_lastId;
                _holds[id] = (Account(context), game, seats);
                return TypedResults.Json(new { holdId = id, gameId = game, expiresAt = DateTimeOffset.UtcNow.AddMinutes(7), seats = Priced(seats) }, statusCode: 201);
            }
        });
        On("9 reserve", "POST", "/api/reservations", ReserveAsync);
        MapLive();
        MapMarket();
        MapFeed();
        MapTalk();
        MapPush();
        MapWaitingRoom();
        On("2 my reservations", "GET", "/api/reservations", context => Respond(new { items = Mine(context), next = (string?)null }));
        On("3 my reservation", "GET", "/api/reservations/{id}", context => Task.FromResult(Mine(context).FirstOrDefault(one => one.ReservationId == Id(context, "id")) is { } one ? TypedResults.Ok(one) : Problem(404, "no-such-reservation")));
        On("4 my holds", "GET", "/api/games/{game}/holds", context => Respond(new { items = MyHolds(context), next = (string?)null }));
    }

    /// <summary>Sells with the request's key, as step 9 does: a repeat gets the first response.</summary>
    public async Task<IResult> ReserveAsync(HttpContext context)
    {
        var hold = (await Body(context)).GetProperty("holdId").GetInt64();
        if (context.Request.Headers["Idempotency-Key"] is not [{ } key]) return Problem(400, "idempotency-key-missing");
        lock (_gate)
        {
            if (_answers.TryGetValue((Account(context), key), out var before)) return before;
            var answer = Reserve(Account(context), hold);
            if (answer is IStatusCodeHttpResult { StatusCode: 201 }) _answers.Add((Account(context), key), answer);
            return answer;
        }
    }

    /// <summary>Sells what is held.</summary>
    public IResult Reserve(long account, long holdId)
    {
        lock (_gate)
        {
            if (!_holds.Remove(holdId, out var hold) || hold.Account != account) return Problem(409, "hold-expired");
            var id = ++_lastId;
            foreach (var (grade, number) in hold.Seats) _sold[(hold.Game, grade, number)] = id;
            var total = hold.Seats.Sum(seat => Price(seat.Grade));
            var at = DateTime.UtcNow;
            _reservations.Add(new ReservationRow(id, account, hold.Game, holdId, total, at, [.. hold.Seats.Select(seat => new SeatRow(seat.Grade, seat.Number, Price(seat.Grade), true))]));
            return TypedResults.Json(new { reservationId = id, number = $"R-{id}", gameId = hold.Game, seats = Priced(hold.Seats), total, reservedAt = at }, statusCode: 201);
        }
    }

    /// <summary>The account and the hold of a reservation request.</summary>
    public async Task<(long Account, long Hold)> BuyerAsync(HttpContext context) => (Account(context), (await Body(context)).GetProperty("holdId").GetInt64());

    public static IResult Problem(int status, string code) => TypedResults.Json(new { code, traceId = "0af7", status }, contentType: "application/problem+json", statusCode: status);

    private void On(string step, string method, string path, Func<HttpContext, Task<IResult>> answer) => _app.MapMethods(path, [method], async (HttpContext context) =>
    {
        Requests.AddOrUpdate(step, 1, (_, before) => before + 1);
        return await Instead(step, context) ?? (step is "1 sign in" or "7 live map" || IsOpenToAll(step) || _tokens.ContainsKey(Token(context)) ? await answer(context) : Problem(401, "not-signed-in"));
    });

    private Bought[] Mine(HttpContext context)
    {
        lock (_gate)
            return [.. _reservations.Where(row => row.Account == Account(context)).OrderByDescending(row => row.ReservedAt)
                .Select(row => new Bought(row.Id, $"R-{row.Id}", row.Game, Priced([.. row.Seats.Select(seat => (seat.Grade, seat.Number))]), row.Total, row.ReservedAt))];
    }

    private object[] MyHolds(HttpContext context)
    {
        lock (_gate)
            return [.. _holds.Where(hold => hold.Value.Account == Account(context) && hold.Value.Game == Id(context, "game"))
                .Select(hold => new { holdId = hold.Key, gameId = hold.Value.Game, expiresAt = DateTimeOffset.UtcNow.AddMinutes(7), seats = Priced(hold.Value.Seats) })];
    }

    private long Account(HttpContext context) => _tokens[Token(context)];

    private static string Token(HttpContext context) => context.Request.Headers.Authorization.ToString().Replace("Bearer ", "", StringComparison.Ordinal);

    private static async Task<JsonElement> Body(HttpContext context) => (await JsonDocument.ParseAsync(context.Request.Body)).RootElement;

    private static Task<IResult> Respond(object body) => Task.FromResult<IResult>(TypedResults.Ok(body));

    private static long Id(HttpContext context, string name) => long.Parse((string)context.Request.RouteValues[name]!, CultureInfo.InvariantCulture);

    private static object[] Priced((long Grade, int Number)[] seats) => [.. seats.Select(seat => new { gradeId = seat.Grade, number = seat.Number, price = Price(seat.Grade) })];

    private int Sold(long game, long grade) => _sold.Keys.Count(seat => seat.Game == game && seat.Grade == grade);

    private IEnumerable<(long Grade, int Number)> TakenSeats(long game) =>
        _sold.Keys.Where(seat => seat.Game == game).Select(seat => (seat.Grade, seat.Number)).Concat(_holds.Values.Where(hold => hold.Game == game).SelectMany(hold => hold.Seats));

    private sealed record Bought(long ReservationId, string Number, long GameId, object[] Seats, long Total, DateTime ReservedAt);
}
