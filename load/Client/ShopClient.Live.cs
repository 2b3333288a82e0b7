using System.Net;

namespace Dugout.Load.Client;

/// <summary>Requests of a page with an open map.</summary>
internal sealed partial class ShopClient
{
    /// <summary>Opens the stream of seat changes of a game, and waits for its snapshot.</summary>
    public async Task<ShopResponse<LiveSeats>> LiveSeatsAsync(long game)
    {
        using var request = new HttpRequestMessage(HttpMethod.Get, $"api/games/{game}/seat-changes");
        return await SentAsync(request, async () =>
        {
            var response = await _http.SendAsync(request, HttpCompletionOption.ResponseHeadersRead);
            if (response.StatusCode != HttpStatusCode.OK)
            {
                using (response) return Rejected<LiveSeats>(request, response, await response.Content.ReadAsByteArrayAsync());
            }

            var live = await LiveSeats.OfAsync(response);
            if (await live.WaitAsync(seats => seats.IsKnown, Patience)) return new ShopResponse<LiveSeats>(Outcome.Ok, "200", "", 0, live, EffectUnknown: false);
            await live.DisposeAsync();
            return Failed<LiveSeats>(request, Outcome.TimeOut, "timeout", "no snapshot", 0, effectUnknown: true);
        });
    }

    /// <summary>Releases a hold.</summary>
    public Task<ShopResponse<Done>> ReleaseAsync(string token, long game, long hold) => DoAsync(HttpMethod.Delete, $"api/games/{game}/holds/{hold}", token);

    /// <summary>Waits until an open page shows seats with a state: the delay from the response of a write to the screen.</summary>
    public static async Task<ShopResponse<LiveSeats>> ShownAsync(LiveSeats live, Seat[] seats, LiveSeat state) =>
        await live.WaitAsync(page => page.Have(seats, state), Patience)
            ? new ShopResponse<LiveSeats>(Outcome.Ok, "200", "", 0, live, EffectUnknown: false)
            : new ShopResponse<LiveSeats>(Outcome.TimeOut, "not-shown", $"{string.Join(", ", seats.Select(seat => $"{seat.GradeId}/{seat.Number}"))} not shown as {state}", 0, null, EffectUnknown: false);
}
