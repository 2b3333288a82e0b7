using System.Diagnostics;
using System.Globalization;
using Dugout.Load.Client;

namespace Dugout.Load.Scenarios;

/// <summary>A game made for one opening, with as many seats as are wanted; the other seats of its stand are blocked.</summary>
internal sealed class OpeningGame
{
    private const int MostBlockedAtOnce = 500;
    private const int SeatsPerAccount = 2;
    private const long Price = 20_000;

    private readonly string _operator;
    private Stopwatch _made = Stopwatch.StartNew();
    private TimeSpan _opensIn;
    private WaitingRoomSetting? _room;

    private OpeningGame(string @operator, CreatedGame game) => (_operator, Id, Grade) = (@operator, game.Id, game.Grades[0]);

    /// <summary>The game.</summary>
    public long Id { get; }

    /// <summary>Its only grade.</summary>
    public CreatedGrade Grade { get; }

    /// <summary>The time until fans may buy, or until the first of them are admitted; negative afterwards.</summary>
    public TimeSpan UntilOpening => _opensIn - _made.Elapsed;

    /// <summary>The commitment to the draw's seed; empty without a waiting room.</summary>
    public string SeedHash { get; private set; } = "";

    /// <summary>Makes the game and its waiting room. Without a room it is on sale at once, and its fans themselves wait for the opening.</summary>
    /// <param name="shop">The shop.</param>
    /// <param name="operator">The token of an operator.</param>
    /// <param name="options">What to make.</param>
    /// <param name="time">The clock.</param>
    /// <param name="opensIn">The time from when all is made until it opens.</param>
    /// <exception cref="NoSystemException">The shop rejected a part of it.</exception>
    public static async Task<OpeningGame> MakeAsync(ShopClient shop, string @operator, OpeningOptions options, TimeProvider time, TimeSpan opensIn)
    {
        var now = time.GetUtcNow().UtcDateTime;
        var teams = Season.Needed(await shop.TeamsAsync(@operator, ResponseChecks.Teams)).Items;
        var stand = Season.Needed(await shop.StandsAsync(@operator)).Items.First(one => one.Capacity >= options.Seats);
        // In one stadium no two games start at the same time.
        var starts = now.AddDays(30);
        var game = Season.Needed(await shop.CreateGameAsync(@operator, new(
            teams[0].Id, teams[1].Id, starts, now.AddDays(-1), starts, [new(stand.Id, "opening", Price, SeatsPerAccount)], string.Create(CultureInfo.InvariantCulture, $"opening {now:yyyy-MM-dd HH:mm:ss.fff}"),
            SeatsPerAccount)));
        var made = new OpeningGame(@operator, game);
        foreach (var block in Enumerable.Range(options.Seats + 1, made.Grade.Capacity - options.Seats).Chunk(MostBlockedAtOnce))
            Season.Needed(await shop.BlockAsync(@operator, game.Id, [.. block.Select(number => new Seat(made.Grade.GradeId, number))]));
        (made._opensIn, made._made) = (opensIn, Stopwatch.StartNew());
        if (options.HasRoom)
        {
            made._room = new("open", options.MinRate, options.MaxRate, options.MaxActive, time.GetUtcNow().UtcDateTime + opensIn);
            Season.Needed(await shop.SetWaitingRoomAsync(@operator, game.Id, made._room));
            made.SeedHash = (await RoomAsync(shop, game.Id)).SeedHash!;
        }

        return made;
    }

    /// <summary>One free seat or, equally often, the next one too if it is free; empty if none is.</summary>
    public Seat[] Choose(int[] taken, Random random)
    {
        int[] free = [.. Enumerable.Range(1, Grade.Capacity).Except(taken)];
        if (free.Length == 0) return [];
        var index = random.Next(free.Length);
        var two = random.Next(2) == 0 && index + 1 < free.Length && free[index + 1] == free[index] + 1;
        return [.. free.Skip(index).Take(two ? 2 : 1).Select(number => new Seat(Grade.GradeId, number))];
    }

    /// <summary>Admits no fan, if there is a waiting room; the draw still takes place at the opening.</summary>
    /// <exception cref="NoSystemException">The shop rejected it.</exception>
    public Task PauseAsync(ShopClient shop) => SetAsync(shop, "paused");

    /// <summary>Closes the waiting room, if there is one.</summary>
    /// <exception cref="NoSystemException">The shop rejected it.</exception>
    public Task CloseAsync(ShopClient shop) => SetAsync(shop, "closed");

    private async Task SetAsync(ShopClient shop, string state)
    {
        if (_room is not null) Season.Needed(await shop.SetWaitingRoomAsync(_operator, Id, _room with { State = state, OpensAt = null }));
    }

    /// <summary>The public document, once every replica knows of the room.</summary>
    private static async Task<WaitingRoom> RoomAsync(ShopClient shop, long game)
    {
        for (var tries = 0; ; tries++)
        {
            var room = Season.Needed(await shop.WaitingRoomAsync(game));
            if (room.State != "none") return room;
            if (tries == 30) throw new NoSystemException($"the waiting room of game {game} does not open");
            await Task.Delay(100);
        }
    }
}
