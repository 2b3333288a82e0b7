using System.Collections.Concurrent;
using System.Diagnostics;
using System.Net;
using Dapper;
using Dugout.Infrastructure.Run;
using Dugout.Tests.Support;
using MySqlConnector;
using Xunit;

namespace Dugout.Features.Tests.Seats;

/// <summary>
/// Fans who go on buying at a steady rate, and try each failed request three more times, while the primary is frozen for five seconds. Their retries must not become
/// the load that keeps it down: statements for each attempt of a client stay what they were, and soon after it goes on nothing fails any more.
/// </summary>
[Collection(nameof(FaultedShop))]
public sealed class FrozenPrimaryTests(FaultedShop shop, ITestOutputHelper output)
{
    private const int Retries = 3;

    private static readonly TimeSpan Between = TimeSpan.FromMilliseconds(100);
    private static readonly TimeSpan Frozen = TimeSpan.FromSeconds(5);

    /// <summary>The goals of the promise, for a machine on which nothing else runs; there <c>tests/Endurance</c> asserts them.</summary>
    private const double PromisedAmplification = 1.2;
    private static readonly TimeSpan PromisedRecovery = TimeSpan.FromSeconds(10);

    private readonly ConcurrentQueue<(TimeSpan At, string? Failure)> _attempts = [];
    private readonly Stopwatch _clock = Stopwatch.StartNew();

    [Fact]
    public Task Retries_add_no_load_to_a_frozen_primary_and_it_recovers() => RecoversAsync(isQuiet: false);

    /// <param name="isQuiet">Whether nothing else runs, so that the goals can be asserted. Beside other work it must recover all the same, at whatever time, and the rest is printed.</param>
    internal async Task RecoversAsync(bool isQuiet)
    {
        Assert.SkipWhen(Shop.IsOnMySql, "The server to freeze is MariaDB's primary.");
        var fans = await shop.NextFansAsync(64);
        var game = shop.NextGame();
        using var over = new CancellationTokenSource();

        var idle = await MeasureAsync(() => Task.Delay(TimeSpan.FromSeconds(5)));
        var arrivals = ArriveAsync(fans, game, over.Token);
        await Task.Delay(TimeSpan.FromSeconds(2), TestContext.Current.CancellationToken);
        var quiet = await MeasureAsync(() => Task.Delay(TimeSpan.FromSeconds(8)));
        var thawed = TimeSpan.Zero;
        var disturbed = await MeasureAsync(async () =>
        {
            await shop.FreezeAsync("mysql-primary", Frozen);
            thawed = _clock.Elapsed;
            await Task.Delay(PromisedRecovery);
        });
        // Fans go on arriving as fast as before: a shop that its retries keep down fails for ever.
        try
        {
            await Wait.UntilAsync(() => _clock.Elapsed - LastFailure() > TimeSpan.FromSeconds(5), "nothing has failed for five seconds");
        }
        finally
        {
            output.WriteLine($"In each five seconds since the thaw: {string.Join(", ", EachFiveSeconds(thawed))}");
        }

        var recovered = LastFailure() - thawed;
        await over.CancelAsync();
        await arrivals;

        var (before, during) = (quiet.PerAttempt(idle), disturbed.PerAttempt(idle));
        output.WriteLine(FormattableString.Invariant(
            $"statements an attempt: quiet {before:0.00} ({quiet.Attempts} attempts), frozen and after {during:0.00} ({disturbed.Attempts}), {during / before:0.00} times (goal {PromisedAmplification}); the last attempt that failed was sent {recovered.TotalSeconds:0.0} s after the thaw (goal {PromisedRecovery.TotalSeconds})"));
        Assert.Contains(_attempts, attempt => attempt.Failure is not null);
        if (!isQuiet)
            return;
        Assert.InRange(during / before, 0, PromisedAmplification);
        Assert.InRange(recovered, TimeSpan.MinValue, PromisedRecovery);
    }

    private IEnumerable<string> EachFiveSeconds(TimeSpan thawed) =>
        from one in _attempts
        group one by (Second: 5 * (int)Math.Floor((one.At - thawed).TotalSeconds / 5), one.Failure) into same
        orderby same.Key
        select $"{same.Key.Second} s {same.Count()} {same.Key.Failure ?? "succeeded"}";

    /// <summary>When the last attempt that failed was sent.</summary>
    private TimeSpan LastFailure() => _attempts.Where(attempt => attempt.Failure is not null).Select(attempt => attempt.At).DefaultIfEmpty().Max();

    /// <summary>Sends a fan every tenth of a second, however many are still waiting.</summary>
    private async Task ArriveAsync(Fan[] fans, long game, CancellationToken over)
    {
        List<Task> buying = [];
        for (var arrival = 0; !over.IsCancellationRequested; arrival++)
        {
            buying.Add(BuyAsync(fans[arrival % fans.Length], shop.Replicas[arrival % shop.Replicas.Count], game, arrival + 1));
            await Task.Delay(Between, CancellationToken.None);
        }

        await Task.WhenAll(buying);
    }

    /// <summary>Holds a seat, buys it and gives it back; what fails for good ends the visit.</summary>
    private async Task BuyAsync(Fan fan, HttpClient replica, long game, int seat)
    {
        if (await RetryAsync(() => fan.HoldAsync(replica, game, Shop.Grade(game), seat)) is not { Status: HttpStatusCode.Created } held)
            return;
        var key = Guid.NewGuid().ToString();
        if (await RetryAsync(() => fan.ReserveAsync(replica, game, held.Number("holdId"), key)) is not { Status: HttpStatusCode.Created } sold)
            return;
        await RetryAsync(() => fan.DeleteAsync(replica, $"/api/reservations/{sold.Number("reservationId")}"));
    }

    private async Task<Answer?> RetryAsync(Func<Task<Answer>> send)
    {
        for (var attempt = 0; ; attempt++)
        {
            var at = _clock.Elapsed;
            Answer? answer = null;
            try
            {
                answer = await send();
            }
            catch (Exception broken) when (broken is HttpRequestException or OperationCanceledException)
            {
                // No answer: the same as a failure.
            }

            var failure = answer is null ? "without a response" : (int)answer.Status >= 500 ? answer.Code : null;
            _attempts.Enqueue((at, failure));
            if (failure is null || attempt == Retries)
                return answer;
            await Task.Delay(Dice.Shared.Next(100, 300));
        }
    }

    private async Task<Load> MeasureAsync(Func<Task> meanwhile)
    {
        var (statements, attempts, since) = (await StatementsAsync(), _attempts.Count, _clock.Elapsed);
        await meanwhile();
        return new(await StatementsAsync() - statements, _attempts.Count - attempts, _clock.Elapsed - since);
    }

    private async Task<long> StatementsAsync()
    {
        await using var connection = new MySqlConnection(shop.Servers.Primary(DatabaseAccount.Checks));
        return await connection.ExecuteScalarAsync<long>("SELECT CAST(variable_value AS SIGNED) FROM information_schema.global_status WHERE variable_name = 'QUESTIONS'");
    }

    private sealed record Load(long Statements, int Attempts, TimeSpan Length)
    {
        /// <summary>Statements that clients caused, per attempt.</summary>
        public double PerAttempt(Load idle) => (Statements - (idle.Statements * (Length / idle.Length))) / Attempts;
    }
}
