using System.Diagnostics;
using Dugout.Load.Client;
using Dugout.Load.Scenarios;

namespace Dugout.Load.Admission;

/// <summary>What the shop can carry: fans who look at the taken seats, hold and reserve, each as soon as another has finished.</summary>
internal static class Capacity
{
    private const int Callers = 16;

    /// <summary>Measures it.</summary>
    /// <returns>Fans per second.</returns>
    /// <exception cref="NoSystemException">A purchase was rejected.</exception>
    public static async Task<double> FansPerSecondAsync(ShopClient shop, string @operator, IReadOnlyList<Fan> fans)
    {
        var game = await OpeningGame.MakeAsync(shop, @operator, new() { HasRoom = false, Seats = Math.Min(OpeningOptions.MostSeats, fans.Count) }, TimeProvider.System, TimeSpan.Zero);
        // The first are slower: connections are opened, and code is compiled.
        await BuyAsync(0, fans.Count / 4);
        var began = Stopwatch.GetTimestamp();
        await BuyAsync(fans.Count / 4, fans.Count);
        return (fans.Count - (fans.Count / 4)) / Stopwatch.GetElapsedTime(began).TotalSeconds;

        Task BuyAsync(int from, int to) => Parallel.ForAsync(from, to, new ParallelOptions { MaxDegreeOfParallelism = Callers }, async (index, _) =>
        {
            Season.Needed(await shop.TakenAsync(fans[index].Token, game.Id, game.Grade.GradeId, seats => ResponseChecks.Taken(seats, game.Grade.Capacity)));
            Seat[] seat = [new(game.Grade.GradeId, index + 1)];
            var hold = Season.Needed(await shop.HoldAsync(fans[index].Token, game.Id, seat, _ => null));
            Season.Needed(await shop.ReserveAsync(fans[index].Token, game.Id, hold.HoldId, Guid.NewGuid().ToString("N"), _ => null));
        });
    }
}
