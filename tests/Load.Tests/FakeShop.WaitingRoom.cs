using System.Diagnostics;
using Dugout.Load.Checks.Fairness;
using Microsoft.AspNetCore.Http;

namespace Dugout.Load.Tests;

/// <content>A waiting room for one game, and what an operator needs to set it up.</content>
internal sealed partial class FakeShop
{
    private const string Seed = "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f";
    private const long OpeningGame = 20270402;

    private readonly List<long> _tickets = [];
    private readonly Stopwatch _roomOpened = new();
    private string _room = "none";
    private int _roomRate;
    private int? _drawn;

    /// <summary>The draw is made when so many tickets are taken.</summary>
    public int EarlyTickets { get; set; }

    /// <summary>Whether the room gives each request for a ticket a place of its own.</summary>
    public bool GivesTicketsToDevices { get; set; }

    /// <summary>The password that the migrator's log shows, as the AppHost leaves it beside its file.</summary>
    public void ShowOperatorsPassword()
    {
        Directory.CreateDirectory(Path.Combine(_folder.Path, "logs"));
        File.WriteAllText(Path.Combine(_folder.Path, "logs", "migrator.log"), "The password of admin@dugout.test is 0af7 and is not shown again.\n");
    }

    private void MapWaitingRoom()
    {
        On("stands", "GET", "/api/admin/stands", _ => Respond(new { items = new[] { new { id = 1, name = "stand", capacity = Capacity } }, next = (string?)null }));
        On("create game", "POST", "/api/admin/games", _ => Task.FromResult<IResult>(TypedResults.Json(
            new { id = OpeningGame, grades = new[] { new { gradeId = Grades(OpeningGame)[0], price = Price(Grades(OpeningGame)[0]), capacity = Capacity } } }, statusCode: 201)));
        On("set room", "PUT", "/api/admin/games/{game}/waiting-room", async context =>
        {
            var setting = await Body(context);
            (_room, _roomRate) = (setting.GetProperty("state").GetString()!, setting.GetProperty("maxRate").GetInt32());
            return TypedResults.Ok(new { state = _room, minRate = _roomRate, maxRate = _roomRate, maxActive = 5_000, opensAt = DateTimeOffset.UtcNow });
        });
        On("2 room", "GET", "/api/games/{game}/waiting-room", _ =>
        {
            lock (_gate) return Respond(new { state = _room, drawn = _drawn ?? 0, admitted = Admitted(), rate = _roomRate, seedHash = PublicDraw.HashOf(Seed), seed = _drawn is null ? null : Seed });
        });
        On("1 ticket", "POST", "/api/games/{game}/waiting-room/tickets", context =>
        {
            lock (_gate)
            {
                var account = Account(context);
                if (GivesTicketsToDevices || !_tickets.Contains(account)) _tickets.Add(account);
                Admitted();
                var index = _tickets.LastIndexOf(account);
                return Task.FromResult<IResult>(TypedResults.Json(new { ticket = $"{index}", index, number = NumberOf(index) }, statusCode: 201));
            }
        });
        On("3 pass", "POST", "/api/games/{game}/waiting-room/passes", async context =>
        {
            var index = int.Parse((await Body(context)).GetProperty("ticket").GetString()!, System.Globalization.CultureInfo.InvariantCulture);
            lock (_gate)
            {
                return NumberOf(index) is not { } number || number >= Admitted() ? Problem(409, "not-admitted-yet") : TypedResults.Json(new { pass = "pass" }, statusCode: 201);
            }
        });
    }

    /// <summary>The counter. The clock of this room is its tickets, because a busy machine's fans come late.</summary>
    private int Admitted()
    {
        if (_tickets.Count < EarlyTickets) return 0;
        _drawn ??= _tickets.Count;
        _roomOpened.Start();
        return Math.Min(_tickets.Count, (int)(_roomOpened.Elapsed.TotalSeconds * _roomRate));
    }

    private int? NumberOf(int index) => _drawn is not { } drawn ? null : index < drawn ? PublicDraw.Numbers(Seed, drawn)[index] : index;
}
