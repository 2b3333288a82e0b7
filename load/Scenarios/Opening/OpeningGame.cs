using System.Globalization;
using Dugout.Load.Client;

namespace Dugout.Load.Scenarios.Opening;

/// <summary>A game made for one opening, with as many seats as are wanted; the other seats of its stand are blocked.</summary>
internal sealed class OpeningGame
{
    private const int MostBlockedAtOnce = 500;
    private const int SeatsPerAccount = 2;
    private const long Price = 20_000;

    private readonly string _operator;
    private readonly WaitingRoomSetting? _room;

    private OpeningGame(string @operator, CreatedGame game, DateTimeOffset opensAt, WaitingRoomSetting? room)
    {
        (_operator, Id, Grade, OpensAt, _room) = (@operator, game.Id, game.Grades[0], opensAt, room);
    }

    /// <summary>The game.</summary>
    public long Id { get; }

    /// <summary>Its only grade.</summary>
    public CreatedGrade Grade { get; }

    /// <summary>When fans may buy, or when the first of them are admitted.</summary>
    public DateTimeOffset OpensAt { get; }

    /// <summary>The plan of the grade, for the choice of seats.</summary>
    public Grade Plan { get; private set; } = null!;

    /// <summary>The commitment to the draw's seed; empty without a waiting room.</summary>
    public string SeedHash { get; private set; } = "";

    /// <summary>Makes the game and its waiting room.</summary>
    /// <param name="shop">The shop.</param>
    /// <param name="operator">The token of an operator.</param>
    /// <param name="options">What to make.</param>
    /// <param name="opensAt">When it opens.</param>
    /// <exception cref="NoSystemException">The shop rejected a part of it.</exception>
    public static async Task<OpeningGame> MakeAsync(ShopClient shop, string @operator, OpeningOptions options, DateTimeOffset opensAt)
    {
        var teams = Season.Needed(await shop.TeamsAsync(@operator, ResponseChecks.Teams)).Items;
        var stand = Season.Needed(await shop.StandsAsync(@operator)).Items.First(one => one.Capacity >= options.Seats);
        // In one stadium no two games start at the same time.
        var starts = opensAt.UtcDateTime.AddDays(30);
        var saleOpens = options.HasRoom ? opensAt.UtcDateTime.AddDays(-1) : opensAt.UtcDateTime;
        var game = Season.Needed(await shop.CreateGameAsync(@operator, new(
            teams[0].Id, teams[1].Id, starts, saleOpens, starts, [new(stand.Id, "opening", Price, SeatsPerAccount)], string.Create(CultureInfo.InvariantCulture, $"opening {opensAt:yyyy-MM-dd HH:mm:ss.fff}"),
            SeatsPerAccount)));
        var made = new OpeningGame(@operator, game, opensAt, options.HasRoom ? new("open", options.MinRate, options.MaxRate, opensAt.UtcDateTime) : null);
        foreach (var block in Enumerable.Range(options.Seats + 1, made.Grade.Capacity - options.Seats).Chunk(MostBlockedAtOnce))
            Season.Needed(await shop.BlockAsync(@operator, game.Id, [.. block.Select(number => new Seat(made.Grade.GradeId, number))]));
        made.Plan = Season.Needed(await shop.GradeAsync(@operator, game.Id, made.Grade.GradeId, _ => null));
        if (made._room is { } room)
        {
            Season.Needed(await shop.SetWaitingRoomAsync(@operator, game.Id, room));
            made.SeedHash = (await RoomAsync(shop, game.Id)).SeedHash!;
        }

        return made;
    }

    /// <summary>Closes the waiting room, if there is one.</summary>
    /// <exception cref="NoSystemException">The shop rejected it.</exception>
    public async Task CloseAsync(ShopClient shop)
    {
        if (_room is not null) Season.Needed(await shop.SetWaitingRoomAsync(_operator, Id, _room with { State = "closed", OpensAt = null }));
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
