using Dugout.Load.Checks.Fairness;
using Dugout.Load.Client;
using Dugout.Load.Results;

namespace Dugout.Load.Scenarios;

/// <summary>
/// The opening of a sale: more fans than seats, most of them before the sale opens, each with an account of its own. With a waiting room each takes a ticket, waits as the page does, exchanges the
/// ticket for a pass, and buys; without one all wait for the opening and buy at once.
/// </summary>
internal sealed class OpeningMinute : IScenario
{
    /// <summary>The name under which the scenario is run.</summary>
    public const string Name = "opening-minute";

    /// <summary>How old the public document may be: a second at the gateway, and a second at the replica that it comes from.</summary>
    public static readonly TimeSpan Staleness = TimeSpan.FromSeconds(2);

    /// <summary>Patience of a fan, from the arrival or the opening, whichever is later. The generator ends what runs longer than a minute after the last start.</summary>
    public static readonly TimeSpan Patience = TimeSpan.FromSeconds(50);

    /// <summary>How often a fan tries to hold seats that others take first.</summary>
    public const int MostTries = 5;

    private readonly Lock _drawing = new();
    private OpeningGame _game = null!;
    private IReadOnlyList<int>? _numbers;

    public int Steps => 7;

    public async Task PrepareAsync(Lab lab)
    {
        var opens = TimeSpan.FromSeconds(lab.Options.Phases is [var first, _, ..] ? first.Seconds : Math.Max(1, lab.Options.Seconds / 5));
        _game = await OpeningGame.MakeAsync(lab.Shop, await lab.SignInOperatorAsync(), lab.Options.Opening!, lab.Time, opens);
    }

    public async Task RunAsync(Iteration iteration)
    {
        var (lab, game) = (iteration.Lab, _game);
        var fan = lab.Fans.Number(iteration);
        var isScripted = iteration.Random.Next(100) < lab.Options.Opening!.ScriptedPercent;
        var waiter = lab.Waiting.Arrives(fan.Account, isScripted, lab.Recorder.Elapsed);
        var pass = lab.Options.Opening.HasRoom ? await WaitAsync(iteration, fan, waiter) : await WaitForTheOpeningAsync(iteration);
        for (var tries = 1; ; tries++)
        {
            var taken = await iteration.StepAsync("7 taken", Repeat.Read, () => lab.Shop.TakenAsync(fan.Token, game.Id, game.Grade.GradeId, seats => ResponseChecks.Taken(seats, game.Grade.Capacity)));
            if (game.Choose(taken.Taken, iteration.Random) is not [_, ..] seats) throw new IterationLeftException(IterationLeftException.SoldOut);
            // Others see the same free seats. Who loses a seat looks for another one.
            if (await Buying.TryHoldAsync(iteration, fan, game.Id, game.Grade.Price, seats, pass, isLast: tries == MostTries) is not { } hold) continue;
            await Buying.ReserveAsync(iteration, fan, hold, seats, pass);
            waiter.Bought(seats.Length, lab.Recorder.Elapsed);
            return;
        }
    }

    public async Task<OpeningResult?> EndAsync(Lab lab)
    {
        var options = lab.Options.Opening!;
        var room = options.HasRoom ? Season.Needed(await lab.Shop.WaitingRoomAsync(_game.Id)) : null;
        await _game.CloseAsync(lab.Shop);
        var opened = lab.Recorder.Elapsed + _game.UntilOpening;
        var waiters = lab.Waiting.Waiters;
        var findings = room is null ? [] : FairnessMeter.Findings(waiters, lab.Waiting.AllLooks, new(_game.SeedHash, room.Seed, room.Drawn), Staleness);
        return new(OpeningRecord.Of(new(options.HasRoom, options.Seats, options.MinRate, options.MaxRate), waiters, opened, room is null ? null : FairnessMeter.Figures(waiters, opened, Staleness)), findings);
    }

    /// <summary>Waits until the number is up, as the page does.</summary>
    /// <returns>The pass.</returns>
    private async Task<string> WaitAsync(Iteration iteration, Fan fan, Waiter waiter)
    {
        var (lab, shop, game) = (iteration.Lab, iteration.Lab.Shop, _game.Id);
        var ticket = await TakeAsync();
        while (true)
        {
            var sent = lab.Recorder.Elapsed;
            var room = await iteration.StepAsync("2 room", Repeat.Read, () => shop.WaitingRoomAsync(game));
            lab.Waiting.Looks(new(sent, lab.Recorder.Elapsed, room.Admitted));
            if (room.State == "soldOut") throw new IterationLeftException(IterationLeftException.SoldOut);
            // The number follows from the seed, and the page computes it. A script asks for its ticket again: so the shop's own numbers are compared with the draw.
            if (ticket.Number is null && room.Seed is not null) ticket = waiter.IsScripted ? await TakeAsync() : Shown(ticket with { Number = NumberOf(ticket.Index, room) });
            var ahead = ticket.Number - room.Admitted;
            if (ahead < 0)
            {
                sent = lab.Recorder.Elapsed;
                var pass = await iteration.StepAsync("3 pass", Repeat.Write, () => shop.ExchangeTicketAsync(fan.Token, game, ticket.Ticket));
                if (pass != AccessPass.NotYet)
                {
                    waiter.Admitted(lab.Recorder.Elapsed);
                    return pass.Pass;
                }
            }
            else if (ahead >= 0 && room.Rate > 0)
            {
                waiter.Predict(lab.Recorder.Elapsed, TimeSpan.FromSeconds(ahead.Value / room.Rate));
            }

            waiter.TurnedAway(sent);
            if (_game.UntilOpening < -Patience && lab.Recorder.Elapsed - waiter.ArrivedAt > Patience) throw new IterationLeftException(OpeningRecord.GaveUp);
            await iteration.PauseAsync(waiter.IsScripted ? PagePolls.Shortest : PagePolls.Pause(room, ahead, _game.UntilOpening, iteration.Random));
        }

        async Task<WaitingTicket> TakeAsync() => Shown(await iteration.StepAsync("1 ticket", Repeat.Keyed, () => shop.TakeTicketAsync(fan.Token, game)));

        WaitingTicket Shown(WaitingTicket shown)
        {
            waiter.HasTicket(shown.Index, shown.Number);
            return shown;
        }
    }

    private int NumberOf(int index, WaitingRoom room)
    {
        if (index >= room.Drawn) return index;
        lock (_drawing) _numbers ??= PublicDraw.Numbers(room.Seed!, room.Drawn);
        return _numbers[index];
    }

    private async Task<string?> WaitForTheOpeningAsync(Iteration iteration)
    {
        if (_game.UntilOpening is var left && left > TimeSpan.Zero) await iteration.PauseAsync(left);
        return null;
    }
}
