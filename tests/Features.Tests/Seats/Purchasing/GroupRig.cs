using Dugout.Features.Catalog;
using Dugout.Features.Seats;
using Dugout.Tests.Support;
using Microsoft.AspNetCore.Mvc.Testing;
using Microsoft.Extensions.DependencyInjection;
using Xunit;

namespace Dugout.Features.Tests.Seats;

/// <summary>A purchase as a test wants it: of one account, under a key, of seats of the game's first grade.</summary>
internal sealed record Wanted(long Account, string Key, Holds.Hold Hold);

/// <summary>
/// A replica whose purchases come to the primary through a proxy. A first purchase is held on its way, so that those after it are queued, in their order, when it arrives: the next groups
/// have known members. Holds are made up: nothing but the primary decides.
/// </summary>
internal sealed class GroupRig : IAsyncDisposable
{
    private const int SeatOfFirst = 1_000;

    private readonly Shop _shop;
    private readonly WebApplicationFactory<Program> _replica;
    private readonly Purchases _purchases;
    private readonly CatalogQueries.SaleTerms _terms;

    private GroupRig(Shop shop, FaultyProxy primary, WebApplicationFactory<Program> replica, long game, CatalogQueries.SaleTerms terms)
    {
        (_shop, Primary, _replica, Game, _terms) = (shop, primary, replica, game, terms);
        _purchases = replica.Services.GetRequiredService<Purchases>();
    }

    public FaultyProxy Primary { get; }

    public IServiceProvider Services => _replica.Services;

    public long Game { get; }

    public static async Task<GroupRig> StartAsync(Shop shop, int size)
    {
        var primary = shop.BeforePrimary();
        var replica = shop.Replica([.. shop.Through(primary), ("Writes:GroupSize", $"{size}")]);
        var game = shop.NextGame();
        var terms = await replica.Services.GetRequiredService<CatalogQueries>().SaleTermsAsync(game, TestContext.Current.CancellationToken);
        return new(shop, primary, replica, game, terms!);
    }

    public long NextAccount() => _shop.NextAccount().Id;

    /// <summary>A purchase of these seats by another account, under another key.</summary>
    public Wanted Of(params int[] seats) => Of(NextAccount(), Guid.NewGuid().ToString(), seats);

    public Wanted Of(long account, string key, params int[] seats) => new(account, key, new(
        Dice.Shared.NextInt64(1L << 40, 1L << 52), Game, account, DateTime.UtcNow.AddMinutes(10), [.. seats.Select(seat => new PricedSeat(Shop.Grade(Game), seat, 30_000))]));

    /// <summary>Buys, and says in words what came of it. The purchase is queued when this returns.</summary>
    public async Task<string> BuyAsync(Wanted wanted, CancellationToken cancellation = default)
    {
        try
        {
            var result = await _purchases.BuyAsync(
                new(wanted.Account), wanted.Key, new(Game, wanted.Hold.Id), wanted.Hold, _terms, cancellation);
            return result.Value is { } bought ? bought.IsRepeat ? $"again {Text(bought.Body)}" : $"bought {Text(bought.Body)}" : result.Problem!.Code;
        }
        catch (OutcomeUnknownException)
        {
            return "unknown";
        }
        catch (OperationCanceledException)
        {
            return "cancelled";
        }

        static string Text(byte[] body) => System.Text.Encoding.UTF8.GetString(body);
    }

    /// <summary>Runs a first purchase as far as to the proxy, which is frozen then.</summary>
    public async Task<Task<string>> BlockAsync()
    {
        var held = Primary.HoldRequest("INSERT INTO reservations");
        var first = BuyAsync(Of(SeatOfFirst));
        await ArrivesAsync(held);
        return first;
    }

    public static Task ArrivesAsync(Task held) => held.WaitAsync(TimeSpan.FromSeconds(60), TestContext.Current.CancellationToken);

    /// <summary>The rows of purchases, but of the first: reservations, claims, counted seats, keys, notices.</summary>
    public async Task<(long Reservations, long Claims, long Counted, long Keys, long Notices)> RowsAsync(IEnumerable<Wanted> purchases)
    {
        var all = purchases.ToList();
        var parameters = new
        {
            Game,
            accounts = all.Select(one => one.Account).Distinct(),
            ids = all.Select(one => one.Hold.Id).Distinct(),
        };
        return (
            await _shop.QueryAsync<long>("SELECT COUNT(*) FROM reservations WHERE id IN @ids", parameters),
            await _shop.QueryAsync<long>("SELECT COUNT(*) FROM seat_claims WHERE reservation_id IN @ids", parameters),
            await _shop.QueryAsync<long>("SELECT CAST(COALESCE(SUM(seats), 0) AS SIGNED) FROM seat_allowances WHERE game_id = @Game AND grade_id = 0 AND account_id IN @accounts", parameters),
            await _shop.QueryAsync<long>("SELECT COUNT(*) FROM idempotency_keys WHERE account_id IN @accounts", parameters),
            await _shop.QueryAsync<long>("SELECT COUNT(*) FROM notices WHERE account_id IN @accounts AND about_id IN @ids", parameters));
    }

    public async ValueTask DisposeAsync()
    {
        Primary.Thaw();
        await _replica.DisposeAsync();
        await Primary.DisposeAsync();
    }
}
