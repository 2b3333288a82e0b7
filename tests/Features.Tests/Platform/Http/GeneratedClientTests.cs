using System.Globalization;
using Dugout.GeneratedClient;
using Dugout.GeneratedClient.Models;
using Microsoft.Kiota.Abstractions.Authentication;
using Microsoft.Kiota.Abstractions.Serialization;
using Microsoft.Kiota.Http.HttpClientLibrary;
using Xunit;
using ProblemBody = Dugout.GeneratedClient.Models.ProblemBody;

namespace Dugout.Features.Tests.Platform;

/// <summary>A client that is generated from the OpenAPI document alone, see <c>tests/GeneratedClient</c>, needs no other text.</summary>
public sealed class GeneratedClientTests(Shop shop)
{
    [Fact]
    public async Task It_buys_a_ticket()
    {
        var token = new AccessToken();
        using var adapter = new HttpClientRequestAdapter(new BaseBearerTokenAuthenticationProvider(token), httpClient: shop.Http) { BaseUrl = shop.Http.BaseAddress!.ToString().TrimEnd('/') };
        var api = new DugoutClient(adapter).Api;
        var session = await api.Sessions.PostAsync(new() { Email = shop.NextAccount().Email, Password = Shop.FanPassword });
        token.Value = session!.AccessToken!;

        var wanted = shop.NextGame();
        var startsAt = (await api.Games[wanted].GetAsync())!.StartsAt!.Value;
        var month = startsAt.ToOffset(TimeSpan.FromHours(9)).ToString("yyyy-MM", CultureInfo.InvariantCulture);
        var games = await api.Games.GetAsync(request => request.QueryParameters.Month = month);
        var game = games!.Items!.Single(game => game.Id == wanted && game.SaleOpensAt <= DateTimeOffset.UtcNow && game.SaleClosesAt > DateTimeOffset.UtcNow);
        var sale = api.Games[game.Id!.Value];
        var grade = (await sale.Grades.GetAsync())!.Items!.First(grade => grade.Remaining >= 2);
        var taken = (await sale.Grades[grade.GradeId!.Value].Taken.GetAsync())!.Taken!;
        var free = Enumerable.Range(1, grade.Capacity!.Value).Where(number => !taken.Contains(number)).Take(2).ToList();
        var seats = new HoldRequest { Seats = [.. free.Select(number => new Seat { GradeId = grade.GradeId, Number = number })] };

        var hold = await sale.Holds.PostAsync(seats);
        var key = Guid.NewGuid().ToString();
        var ticket = await ReserveAsync(key);

        Assert.Equal((game.Id, 2 * grade.Price), (ticket.GameId, ticket.Total));
        Assert.Equal(free, ticket.Seats!.Select(seat => seat.Number!.Value));
        Assert.Equal(ticket.Number, (await ReserveAsync(key)).Number);
        Assert.Equal([ticket.ReservationId], (await api.Reservations.GetAsync())!.Items!.Select(reservation => reservation.ReservationId));

        // Errors are typed as well.
        var problem = await Assert.ThrowsAsync<ProblemBody>(() => sale.Holds.PostAsync(seats));
        Assert.Equal((409, "seat-taken"), (problem.Status, problem.Code));
        Assert.Equal(2, Assert.IsType<UntypedArray>(problem.AdditionalData["seats"]).GetValue().Count());

        async Task<ReserveAnswer> ReserveAsync(string key) => (await api.Reservations.PostAsync(
            new() { GameId = hold!.GameId, HoldId = hold.HoldId }, request => request.Headers.Add("Idempotency-Key", key)))!;
    }

    /// <summary>The token after the sign-in; empty before.</summary>
    private sealed class AccessToken : IAccessTokenProvider
    {
        public string Value { get; set; } = "";

        public AllowedHostsValidator AllowedHostsValidator { get; } = new();

        public Task<string> GetAuthorizationTokenAsync(Uri uri, Dictionary<string, object>? additionalAuthenticationContext = null, CancellationToken cancellationToken = default) =>
            Task.FromResult(Value);
    }
}
