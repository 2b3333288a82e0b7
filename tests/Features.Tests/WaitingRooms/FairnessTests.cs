using System.Diagnostics;
using System.Net;
using Dugout.Load.Checks.Fairness;
using Dugout.Tests.Support;
using StackExchange.Redis;
using Xunit;

namespace Dugout.Features.Tests.WaitingRooms;

/// <summary>
/// Fans of different habits in a waiting room, and the fairness meter of the load lab: some come before the opening and some after it, some ask from two devices, some ask ten times as often
/// as others, and Redis is emptied while they wait. Alone, because Redis is emptied.
/// </summary>
[Collection(nameof(Alone))]
public sealed class FairnessTests(Shop shop, ITestOutputHelper output) : IAsyncLifetime
{
    private const int Early = 30;
    private const int Late = 15;
    private const int Rate = 6;

    /// <summary>A replica's copy of the room is up to a second old, and a busy machine's requests take a while.</summary>
    private static readonly TimeSpan Staleness = TimeSpan.FromSeconds(2.5);
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(60);

    private readonly Stopwatch _time = Stopwatch.StartNew();
    private readonly WaitingLog _log = new();

    public async ValueTask InitializeAsync() => await shop.CloseRoomsAsync();

    public ValueTask DisposeAsync() => ValueTask.CompletedTask;

    [Fact]
    public async Task A_waiting_room_keeps_its_promises_to_fans_of_all_habits()
    {
        var (fans, game) = (await shop.NextFansAsync(Early + Late), shop.NextGame());
        await shop.SetRoomAsync(await shop.NextOperatorAsync(), game, rate: Rate, opensAt: DateTime.UtcNow.AddHours(1));
        var committed = (await shop.Http.GetAnswerAsync(RoomRig.PathOf(game))).Text("seedHash");

        var waiters = new Waiter[fans.Length];
        await ArriveAsync(Enumerable.Range(0, Early));
        await using var admission = shop.StartAdmission();
        await shop.ChangeAsync("UPDATE waiting_rooms SET opens_at = UTC_TIMESTAMP(6) WHERE game_id = @game", new { game });
        await shop.RoomAsync(game, "open");
        var opened = _time.Elapsed;
        await ArriveAsync(Enumerable.Range(Early, Late));
        using (var redis = await ConnectionMultiplexer.ConnectAsync($"{shop.Servers.Redis},allowAdmin=true"))
            await redis.GetServer(redis.GetEndPoints()[0]).FlushDatabaseAsync();
        await Together.RunAsync(fans.Length, async index =>
        {
            await WaitAsync(fans[index], waiters[index], game, asksEvery: TimeSpan.FromMilliseconds(index % 3 == 0 ? 500 : 50));
            return true;
        });

        var room = await shop.Http.GetAnswerAsync(RoomRig.PathOf(game));
        var draw = new ShownDraw(committed, room.Text("seed"), (int)room.Number("drawn"));
        output.WriteLine($"{FairnessMeter.Figures(_log.Waiters, opened, Staleness)}");
        Assert.Empty(FairnessMeter.Findings(_log.Waiters, _log.AllLooks, draw, Staleness).SelectMany(finding => finding.Differences));
        Assert.All(waiters, waiter => Assert.NotNull(waiter.AdmittedAt));
        Assert.Equal(Early, draw.Drawn);

        Task ArriveAsync(IEnumerable<int> indexes) => Task.WhenAll(indexes.Select(async index =>
        {
            waiters[index] = _log.Arrives(fans[index].Id, isScripted: false, _time.Elapsed);
            await TakeAsync(fans[index], waiters[index], game);
            if (index % 5 == 0)
                await TakeAsync(fans[index], _log.Arrives(fans[index].Id, isScripted: false, _time.Elapsed), game);
        }));
    }

    /// <summary>Shows the fan's ticket once more, then asks for the pass until there is one.</summary>
    private async Task WaitAsync(Fan fan, Waiter waiter, long game, TimeSpan asksEvery)
    {
        var ticket = await TakeAsync(fan, waiter, game);
        while (waiter.AdmittedAt is null && _time.Elapsed < Patience)
        {
            var sent = _time.Elapsed;
            var answer = await fan.ExchangeAsync(shop.Replicas[fan.Id % 2 == 0 ? 0 : 1], game, ticket);
            if (answer.Status == HttpStatusCode.Created)
                waiter.Admitted(_time.Elapsed);
            else if (answer.Code == "not-admitted-yet")
                waiter.TurnedAway(sent);
            sent = _time.Elapsed;
            var room = await shop.Http.GetAnswerAsync(RoomRig.PathOf(game));
            _log.Looks(new(sent, _time.Elapsed, (int)room.Number("admitted")));
            await Task.Delay(asksEvery);
        }
    }

    private async Task<string?> TakeAsync(Fan fan, Waiter waiter, long game)
    {
        var answer = await Fan.PatientlyAsync(() => fan.TakeTicketAsync(shop.Replicas[fan.Id % 2 == 0 ? 0 : 1], game));
        if (answer.Status != HttpStatusCode.Created)
            return null;
        waiter.HasTicket((int)answer.Number("index"), answer.Json.GetProperty("number") is { ValueKind: System.Text.Json.JsonValueKind.Number } number ? number.GetInt32() : null);
        return answer.Text("ticket");
    }
}
