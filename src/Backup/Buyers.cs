using System.Collections.Concurrent;
using System.Diagnostics;
using System.Globalization;
using Dugout.Load.Client;

namespace Dugout.Backup;

/// <summary>A sale that was acknowledged to a fan.</summary>
/// <param name="Reservation">Its id.</param>
/// <param name="Asked">When it was requested, by <see cref="Stopwatch.GetTimestamp"/>.</param>
/// <param name="Acknowledged">When the response had arrived.</param>
internal sealed record AcknowledgedSale(long Reservation, long Asked, long Acknowledged);

/// <summary>A few fans who buy one seat after another while something else goes on. No two of them want the same seat, and every acknowledged sale is recorded.</summary>
internal sealed class Buyers(RunningSystem system, TimeProvider time) : IDisposable
{
    private const int Count = 4;
    private const int SignInTries = 20;
    private const string Password = "take-me-out-2027";
    private const int Games = 50;

    /// <summary>As many seats as an account may have of a grade.</summary>
    private const int Rounds = 4;

    private readonly ShopClient _shop = new(system.Gateway);
    private readonly ConcurrentQueue<AcknowledgedSale> _sales = new();
    private IReadOnlyList<string> _tokens = [];
    private IReadOnlyList<(long Game, long Grade)> _stages = [];

    /// <summary>Every sale acknowledged so far.</summary>
    public IReadOnlyList<AcknowledgedSale> Sales => [.. _sales];

    /// <summary>The access token of one of the fans.</summary>
    public string Token => _tokens[0];

    /// <summary>Signs them in and reads what is on sale.</summary>
    /// <exception cref="NoSystemException">A fan could not sign in, or nothing is on sale.</exception>
    public async Task GetReadyAsync(CancellationToken cancel)
    {
        List<string> tokens = [];
        for (var fan = 1; fan <= Count; fan++) tokens.Add(await SignInAsync(string.Create(CultureInfo.InvariantCulture, $"fan{fan}@dugout.test"), cancel));
        _tokens = tokens;
        var season = await Season.FindAsync(_shop, Token, time);
        var page = Season.Needed(await _shop.GamesAsync(Token, season.Months[0], listed => ResponseChecks.Games(listed, season.Months[0])));
        List<(long, long)> stages = [];
        foreach (var game in page.Items.Where(game => game.OnSale(time.GetUtcNow())).Take(Games))
            stages.Add((game.Id, Season.Needed(await _shop.GradesAsync(Token, game.Id, ResponseChecks.Grades)).Items[0].GradeId));
        _stages = stages;
    }

    /// <summary>Buys until it is cancelled, or until every fan has reached the limit.</summary>
    public Task BuyAsync(CancellationToken enough) => Task.WhenAll(_tokens.Select((token, number) => BuyAsync(token, number, enough)));

    /// <summary>A fan's own reservations: shows whether this token is valid, and whether the shop has these reservations.</summary>
    public Task<ShopResponse<Page<Reservation>>> MineAsync(string token) => _shop.MyReservationsAsync(token, _ => null);

    /// <summary>Closes their connections.</summary>
    public void Dispose() => _shop.Dispose();

    /// <summary>Signs in one account; where the shop is overloaded or does not respond, as right after a start, it retries after a second.</summary>
    private async Task<string> SignInAsync(string email, CancellationToken cancel)
    {
        for (var tries = 1; ; tries++)
        {
            var answer = await _shop.SignInAsync(email, Password);
            if (answer.Body is { } session) return session.AccessToken;
            if (answer.Outcome is not (Outcome.Shed or Outcome.TimeOut or Outcome.Fault) || tries == SignInTries) throw new NoSystemException($"{email} could not sign in: {answer.Status} {answer.Detail}".TrimEnd());
            await Task.Delay(TimeSpan.FromSeconds(1), time, cancel);
        }
    }

    private async Task BuyAsync(string token, int number, CancellationToken enough)
    {
        for (var round = 0; round < Rounds; round++)
        {
            foreach (var (game, grade) in _stages)
            {
                if (enough.IsCancellationRequested) return;
                Seat[] seat = [new Seat(grade, 1 + number + (round * Count))];
                var held = await _shop.HoldAsync(token, game, seat, _ => null);
                if (held.Body is not { } hold) continue;
                var asked = Stopwatch.GetTimestamp();
                var answer = await _shop.ReserveAsync(token, game, hold.HoldId, Guid.NewGuid().ToString("N"), sold => ResponseChecks.Reservation(sold, hold));
                if (answer.Body is { } bought) _sales.Enqueue(new AcknowledgedSale(bought.ReservationId, asked, Stopwatch.GetTimestamp()));
            }
        }
    }
}
