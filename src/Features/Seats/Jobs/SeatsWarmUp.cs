using System.Net.Http.Headers;
using System.Net.Http.Json;
using Dugout.Features.Accounts;
using Dugout.Features.Catalog;

namespace Dugout.Features.Seats;

/// <summary>
/// Goes a fan's way to a ticket as far as that changes nothing: reads what is taken, asks for a seat that does not exist, and buys with a hold that has expired, which the primary rejects.
/// The account is one that does not exist, either.
/// </summary>
internal sealed class SeatsWarmUp(CatalogQueries catalog, AccountsQueries accounts, HoldPlacement placement, Purchases purchases) : IWarmUp
{
    private const long NoAccount = 0;
    private const int NoSeat = int.MaxValue;

    /// <inheritdoc/>
    public async Task WarmUpAsync(HttpClient self, CancellationToken cancellation)
    {
        if (await catalog.OnSaleAsync(cancellation) is not [var game, ..] || await catalog.SaleTermsAsync(game.Id, cancellation) is not { Grades: [var grade, ..] } terms)
            return;
        foreach (var page in (string[])["grades", $"grades/{grade.GradeId}/taken"])
        {
            using var response = await self.GetAsync($"api/games/{game.Id}/{page}", cancellation);
        }

        var token = accounts.TokenOf(NoAccount);
        await PostAsync($"api/games/{game.Id}/holds", new HoldSeats.HoldRequest([new(grade.GradeId, NoSeat)]));
        await PostAsync("api/reservations", new ReserveSeats.ReserveRequest(game.Id, HoldId: 0));
        var expired = new Holds.Hold(Id: 0, game.Id, NoAccount, DateTime.UnixEpoch, [new(grade.GradeId, NoSeat, grade.Price)]);
        await placement.WarmUpAsync(expired, terms, cancellation);
        await purchases.BuyAsync(new(NoAccount), "warm-up", new(game.Id, expired.Id), expired, terms, cancellation);

        async Task PostAsync<T>(string address, T body)
        {
            using var request = new HttpRequestMessage(HttpMethod.Post, address) { Content = JsonContent.Create(body) };
            request.Headers.Authorization = new AuthenticationHeaderValue("Bearer", token);
            request.Headers.Add(IdempotencyKey.Header, "warm-up");
            using var response = await self.SendAsync(request, cancellation);
        }
    }
}
