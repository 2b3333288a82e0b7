using System.Net;
using System.Text.Json;
using Dugout.Load.Client;
using Dugout.Load.Scenarios;

namespace Dugout.Load.Costs;

/// <summary>A game whose seats are bought repeatedly, and the free seats of its largest grade.</summary>
internal sealed record Stage(Game Game, long Grade, int[] Free);

/// <summary>The requests of every step, for as many fans and games as a trial needs; each trial's holds and purchases are undone.</summary>
internal sealed class Sale
{
    /// <summary>The number of accounts that buy.</summary>
    public const int FansNeeded = 32;

    private readonly Fan[] _fans;
    private readonly Stage[] _stages;
    private readonly int _seatsEach;
    private readonly Month _month;

    private Sale(Fan[] fans, Stage[] stages, int seatsEach, Month month) => (_fans, _stages, _seatsEach, _month) = (fans, stages, seatsEach, month);

    /// <summary>The game used by the reading steps.</summary>
    public Stage First => _stages[0];

    /// <summary>Finds games with enough free seats for this number of purchases twice: one set for direct requests, one for the gateway.</summary>
    /// <exception cref="NoSystemException">There are not enough.</exception>
    public static async Task<Sale> FindAsync(ShopClient shop, Fan[] fans, int purchases, TimeProvider time)
    {
        var scout = fans[0].Token;
        var season = await Season.FindAsync(shop, scout, time);
        List<Stage> stages = [];
        var seatsEach = 0;
        foreach (var month in season.Months)
        {
            foreach (var game in Needed(await shop.GamesAsync(scout, month, page => ResponseChecks.Games(page, month))).Items.Where(game => game.OnSale(time.GetUtcNow())))
            {
                if (seatsEach == 0) seatsEach = Needed(await shop.GameAsync(scout, game.Id, detail => ResponseChecks.Game(detail, game))).SeatsPerAccount;
                if (stages.Count >= 2 * Math.Ceiling((double)purchases / (fans.Length * seatsEach))) return new Sale(fans, [.. stages], seatsEach, season.Months[0]);
                var grade = Needed(await shop.GradesAsync(scout, game.Id, ResponseChecks.Grades)).Items.MaxBy(grade => grade.Remaining)!;
                var taken = Needed(await shop.TakenAsync(scout, game.Id, grade.GradeId, seats => ResponseChecks.Taken(seats, grade.Capacity)));
                int[] free = [.. Enumerable.Range(1, grade.Capacity).Except(taken.Taken).Take(fans.Length * seatsEach)];
                if (free.Length == fans.Length * seatsEach) stages.Add(new Stage(game, grade.GradeId, free));
            }
        }

        throw new NoSystemException($"too few games have seats for {purchases} purchases twice: start the system with --reset, or ask for fewer --requests");
    }

    /// <summary>One request of a reading step, as a fan sends it.</summary>
    public Request Read(Uri shop, string step) => Signed(_fans[0], new Request(HttpMethod.Get, new Uri(shop, step switch
    {
        Goals.Teams => "api/teams",
        Goals.Games => $"api/games?month={_month}",
        Goals.Grades => $"api/games/{First.Game.Id}/grades",
        Goals.Grade => $"api/games/{First.Game.Id}/grades/{First.Grade}",
        Goals.Taken => $"api/games/{First.Game.Id}/grades/{First.Grade}/taken",
        _ => $"api/games/{First.Game.Id}",
    })));

    /// <summary>The same with Entity Framework, whose request has two days instead of a month.</summary>
    public Request ReadIdiomatic(Uri idiomatic, string step) => step == Goals.Games
        ? new Request(HttpMethod.Get, new Uri(idiomatic, $"api/games?from={_month}-01&to={new DateOnly(_month.Year, _month.Number, 1).AddMonths(1):yyyy-MM-dd}"))
        : new Request(HttpMethod.Get, new Uri(idiomatic, Read(idiomatic, step).Address.PathAndQuery));

    /// <summary>Holds of one free seat each; the gateway has its own set.</summary>
    public Request[] Holds(Uri shop, int count, Kind kind) => [.. Enumerable.Range(0, count).Select(i => Hold(shop, i, kind, FanOf(i)))];

    /// <summary>Holds of the same seats, by accounts other than their holders.</summary>
    public Request[] LosingHolds(Uri shop, int count, Kind kind) =>
        [.. Enumerable.Range(0, count).Select(i => Hold(shop, i, kind, FanOf(i + 1)) with { Expected = HttpStatusCode.Conflict })];

    /// <summary>The purchases of the holds in these responses.</summary>
    public Request[] Reservations(Uri shop, byte[][] holds) => [.. holds.Select((body, i) =>
    {
        var hold = JsonSerializer.Deserialize(body, ShopJson.Default.Hold)!;
        var request = JsonSerializer.SerializeToUtf8Bytes(new ReservationRequest(hold.GameId, hold.HoldId), ShopJson.Default.ReservationRequest);
        return Signed(FanOf(i), new Request(HttpMethod.Post, new Uri(shop, "api/reservations"), HttpStatusCode.Created, request), ("Idempotency-Key", Guid.NewGuid().ToString("N")));
    })];

    /// <summary>The cancellations of the purchases in these responses.</summary>
    public Request[] Cancellations(Uri shop, byte[][] reservations) => [.. reservations.Select((body, i) => Signed(FanOf(i), new Request(
        HttpMethod.Delete, new Uri(shop, $"api/reservations/{JsonSerializer.Deserialize(body, ShopJson.Default.Reservation)!.ReservationId}"), HttpStatusCode.NoContent)))];

    private Request Hold(Uri shop, int i, Kind kind, Fan fan)
    {
        var (lot, seat) = Math.DivRem(i, _fans.Length * _seatsEach);
        var stage = _stages[lot + (kind == Kind.Gateway ? _stages.Length / 2 : 0)];
        var body = JsonSerializer.SerializeToUtf8Bytes(new HoldRequest([new Seat(stage.Grade, stage.Free[seat])]), ShopJson.Default.HoldRequest);
        return Signed(fan, new Request(HttpMethod.Post, new Uri(shop, $"api/games/{stage.Game.Id}/holds"), HttpStatusCode.Created, body));
    }

    private Fan FanOf(int i) => _fans[i % _fans.Length];

    private static Request Signed(Fan fan, Request request, params (string, string)[] more) => request with { Headers = [("Authorization", $"Bearer {fan.Token}"), .. more] };

    private static T Needed<T>(ShopResponse<T> response)
        where T : class =>
        response.Body ?? throw new NoSystemException($"the system is not ready to be measured: {response.Status} {response.Detail}".TrimEnd());
}
