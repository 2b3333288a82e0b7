using System.Globalization;
using System.Reflection;
using Xunit;

namespace Dugout.Browser.Tests;

/// <summary>Makes the README's pictures of the shop and of the operators' page anew. Not run with the tests: <c>artifacts/bin/Browser.Tests/debug/Dugout.Browser.Tests -explicit only</c>.</summary>
public sealed class Picture(WatchedShop shop)
{
    private const int Fans = 2_500;
    private const int AtOnce = 24;
    private const int EnoughSold = 6_500;
    private const int LargestBytes = 500 * 1024;

    /// <summary>Fans crowd into the front of each grade, so that many are refused, and some hold seats they don't buy.</summary>
    [Fact(Explicit = true)]
    public async Task Of_a_rush()
    {
        var game = shop.NextGame();
        await using var watching = await Watching.OpenAsync(shop, game, new() { ViewportSize = new() { Width = 1080, Height = 1000 } });
        var fans = new List<HttpClient>();
        while (fans.Count < Fans)
            fans.Add(await shop.NextFanAsync());
        await shop.ChangeAsync("INSERT INTO seat_claims (game_id, grade_id, number) SELECT @game, @grade, seq FROM seq_1_to_50", new { game, grade = WatchedShop.Grade(game) });

        using var enough = new CancellationTokenSource();
        var rush = Parallel.ForEachAsync(fans.Select((fan, index) => (fan, index)), new ParallelOptions { MaxDegreeOfParallelism = AtOnce, CancellationToken = enough.Token },
            (one, _) => BuyAsync(one.fan, game, new Random(one.index)));
        while (int.Parse(await watching.TextAsync("#sold"), NumberStyles.AllowThousands, CultureInfo.InvariantCulture) < EnoughSold && !rush.IsCompleted)
            await Task.Delay(TimeSpan.FromSeconds(1), TestContext.Current.CancellationToken);
        var file = Path.Combine(Checkout, "src/Gateway/Watch/watch.png");
        await watching.Page.ScreenshotAsync(new() { Path = file, FullPage = false });
        await using var shopping = await shop.OpenGameAsync(game, $"fan{Fans + 100}@dugout.test", new() { Locale = "en-US", ViewportSize = new() { Width = 1080, Height = 900 } });
        foreach (var number in (int[])[488, 489])
            await shopping.ChooseOnMapAsync(game, WatchedShop.Grade(game), number);
        var window = Path.Combine(Checkout, "src/Web/shop.png");
        await shopping.Page.ScreenshotAsync(new() { Path = window, FullPage = false });
        await enough.CancelAsync();
        try
        {
            await rush;
        }
        catch (OperationCanceledException)
        {
            // Enough was sold for the pictures.
        }

        Assert.Equal("0", await watching.TextAsync("#sold-twice"));
        Assert.All([file, window], picture => Assert.InRange(new FileInfo(picture).Length, 1, LargestBytes));
        fans.ForEach(fan => fan.Dispose());
    }

    /// <summary>Where this was built from.</summary>
    internal static string Checkout { get; } = typeof(Picture).Assembly.GetCustomAttributes<AssemblyMetadataAttribute>().Single(note => note.Key == "checkout").Value!;

    private static async ValueTask BuyAsync(HttpClient fan, long game, Random random)
    {
        int[] capacities = [1_000, 3_000, 4_000, 5_000, 7_000];
        for (var bought = 0; bought < 4;)
        {
            var grade = random.Next(capacities.Length);
            var wanted = 1 + (int)(Math.Pow(random.NextDouble(), 1.6) * (capacities[grade] - 2));
            int[] seats = [wanted, wanted + 1];
            if (random.Next(12) == 0)
                await WatchedShop.HoldAsync(fan, game, WatchedShop.Grade(game, grade + 1), seats);
            else
                await WatchedShop.BuyAsync(fan, game, WatchedShop.Grade(game, grade + 1), seats);
            bought += 1;
        }
    }
}
