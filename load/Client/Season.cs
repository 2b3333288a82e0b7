namespace Dugout.Load.Client;

/// <summary>The games the shop has on sale, read once before the measurement starts.</summary>
/// <param name="Months">The months with at least one game on sale.</param>
/// <param name="Teams">Ids of all teams.</param>
internal sealed record Season(Month[] Months, HashSet<long> Teams)
{
    private const int YearsAhead = 5;

    /// <summary>Requests the games of each month of this year's season, then of the next seasons, until a game is on sale.</summary>
    /// <exception cref="NoSystemException">The gateway does not respond as expected, or no game is on sale.</exception>
    public static async Task<Season> FindAsync(ShopClient shop, string token, TimeProvider time)
    {
        var teams = Needed(await shop.TeamsAsync(token, ResponseChecks.Teams));
        var thisYear = time.GetUtcNow().Year;
        foreach (var year in Enumerable.Range(thisYear, YearsAhead))
        {
            var months = await MonthsOnSaleAsync(shop, token, year, time);
            if (months.Length > 0) return new Season(months, [.. teams.Items.Select(team => team.Id)]);
        }

        throw new NoSystemException($"no game is on sale between {thisYear} and {thisYear + YearsAhead - 1}: no load can be generated");
    }

    private static async Task<Month[]> MonthsOnSaleAsync(ShopClient shop, string token, int year, TimeProvider time)
    {
        List<Month> onSale = [];
        foreach (var month in Enumerable.Range(4, 7).Select(number => new Month(year, number)))
        {
            var games = Needed(await shop.GamesAsync(token, month, page => ResponseChecks.Games(page, month)));
            if (games.Items.Any(game => game.OnSale(time.GetUtcNow()))) onSale.Add(month);
        }

        return [.. onSale];
    }

    /// <summary>The body of a response that the run cannot start without.</summary>
    /// <exception cref="NoSystemException">The response was not <c>Ok</c>.</exception>
    public static T Needed<T>(ShopResponse<T> response)
        where T : class =>
        response.Body ?? throw new NoSystemException($"the system is not ready for load: {response.Status} {response.Detail}".TrimEnd());
}
