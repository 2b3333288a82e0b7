using System.Data;
using System.Security.Cryptography;
using Dapper;
using Dugout.Features.Accounts;
using MySqlConnector;

namespace Dugout.Migrator.Seed;

/// <summary>
/// Seeds an empty database: the league, one season on sale, fans, products, picks, coupons, posts and talk in the configured volume, fan events, one administrator. A later run adds only
/// what is missing, even after an interrupted one: each part commits as a whole or, for large parts, in batches from the first row on. Ids are the same in every run.
/// </summary>
internal sealed class Seeder(MySqlConnection connection, Passwords passwords, TextWriter log)
{
    private const string AdminEmail = "admin@dugout.test";

    /// <summary>Above every seeded fan's id and below those of later sign-ups.</summary>
    private const long AdminId = 9_000_000;

    private const int SeatsPerAccount = 4;

    public async Task FillAsync(SeedOptions options, CancellationToken cancellation)
    {
        await AddLeagueAsync(cancellation);
        await AddSeasonAsync(options, cancellation);
        await new AccountVolume(connection, passwords, log).FillAsync(Math.Max(options.Accounts, options.Volume.Accounts), options.FanPassword, cancellation);
        await new ProductVolume(connection, log).FillAsync(options.Volume.Products, cancellation);
        await AddCampaignsAsync(options.Today, cancellation);
        var coupons = new CouponVolume(connection, log);
        await coupons.RunAsync(options.Volume.Campaigns, options.Today, cancellation);
        await coupons.FillAsync(options.Volume.Coupons, options.Volume.Accounts, options.Today, cancellation);
        await new StockVolume(connection, log).FillAsync(options.Volume.Products, cancellation);
        await new PickVolume(connection, log).FillAsync(options.Volume.Products, options.Today, cancellation);
        await new PostVolume(connection, log).FillAsync(options.Volume.Posts, Math.Max(options.Accounts, options.Volume.Accounts), cancellation);
        await new TalkVolume(connection, log).FillAsync(options.Volume.TalkPosts, options.Volume.Accounts, options.Today, cancellation);
        await new EventVolume(connection, log).FillAsync(options.Today, cancellation);
        await AddAdminAsync(cancellation);
        await connection.RenewStatisticsAsync(cancellation);
    }

    private async Task AddLeagueAsync(CancellationToken cancellation)
    {
        if (await CountAsync("SELECT COUNT(*) FROM stadiums", cancellation) > 0)
            return;
        await using var transaction = await connection.BeginTransactionAsync(IsolationLevel.ReadCommitted, cancellation);
        await connection.InsertAsync(transaction, "stadiums (id, name)", League.Stadiums.Select(stadium => new object[] { stadium.Id, stadium.Name }), cancellation);
        await connection.InsertAsync(transaction, "teams (id, code, name, stadium_id)",
            League.Teams.Select(team => new object[] { team.Id, team.Code, team.Name, team.StadiumId }), cancellation);
        await connection.InsertAsync(transaction, "stands (id, name, capacity)",
            League.Stands.Select(stand => new object[] { stand.Id, stand.Name, stand.Capacity }), cancellation);
        await connection.InsertAsync(transaction, "stand_blocks (stand_id, first_number, name, seat_rows, seats_per_row)",
            League.Stands.SelectMany(stand => Enumerable.Range(0, stand.Blocks).Select(block => new object[]
            {
                stand.Id, 1 + (block * League.RowsPerBlock * League.SeatsPerRow), $"{(stand.Id * 100) + block + 1}",
                League.RowsPerBlock, League.SeatsPerRow,
            })), cancellation);
        await transaction.CommitAsync(cancellation);
    }

    private async Task AddSeasonAsync(SeedOptions options, CancellationToken cancellation)
    {
        var seeded = await connection.QueryFirstOrDefaultAsync<int?>(new("SELECT CAST(year AS SIGNED) FROM seasons", cancellationToken: cancellation));
        if (seeded is not null)
        {
            if (options.Season is { } asked && asked != seeded)
                throw new MigrationFailedException($"The database contains the season {seeded}, not {asked}; start with --reset to change it.");
            return;
        }

        var year = options.Season ?? options.NextSeason;
        var fixtures = Season.Of(year);
        await using var transaction = await connection.BeginTransactionAsync(IsolationLevel.ReadCommitted, cancellation);
        await connection.InsertAsync(transaction,
            "games (id, title, home_team_id, away_team_id, stadium_id, starts_at, sale_opens_at, sale_closes_at, seats_per_account)",
            Games(fixtures, options.Today), cancellation);
        await connection.InsertAsync(transaction, "grades (id, game_id, stand_id, name, price, capacity, seats_per_account)",
            fixtures.SelectMany((_, index) => League.Stands.Select(stand => new object[]
            {
                ((long)index * League.Stands.Count) + stand.Id, index + 1L, stand.Id, stand.Name, stand.Price, stand.Capacity, SeatsPerAccount,
            })), cancellation);
        await connection.ExecuteAsync(new("INSERT INTO seasons (year, seeded_at) VALUES (@year, UTC_TIMESTAMP(6))",
            new { year }, transaction, cancellationToken: cancellation));
        await transaction.CommitAsync(cancellation);
        await log.WriteLineAsync($"Seeded the season {year} with {fixtures.Count} games.");
    }

    /// <summary>Games are on sale from today until they start, except that each month's first is not on sale yet, and its second no longer.</summary>
    private static IEnumerable<object[]> Games(IReadOnlyList<Season.Fixture> fixtures, DateTime today)
    {
        var month = 0;
        var ofMonth = 0;
        foreach (var (index, game) in fixtures.Index())
        {
            ofMonth = game.StartsAt.Month == month ? ofMonth + 1 : 1;
            month = game.StartsAt.Month;
            var (opens, closes) = ofMonth switch
            {
                1 => (game.StartsAt.AddHours(-1), game.StartsAt),
                2 => (today.AddDays(-2), today.AddDays(-1)),
                _ => (today < game.StartsAt ? today : game.StartsAt.AddDays(-1), game.StartsAt),
            };
            yield return
            [
                index + 1L, $"{game.Away.Name} vs {game.Home.Name}", game.Home.Id, game.Away.Id, game.Home.StadiumId,
                game.StartsAt, opens, closes, SeatsPerAccount,
            ];
        }
    }

    private async Task AddCampaignsAsync(DateTime today, CancellationToken cancellation)
    {
        if (await CountAsync("SELECT COUNT(*) FROM coupon_campaigns", cancellation) > 0)
            return;
        await connection.InsertAsync(transaction: null, "coupon_campaigns (id, name, discount, minimum, starts_at, ends_at, valid_until, stock)",
            CouponCampaigns.Of(today).Select(campaign => new object[]
            {
                campaign.Id, campaign.Name, campaign.Discount, campaign.Minimum, campaign.StartsAt, campaign.EndsAt, campaign.ValidUntil, campaign.Stock,
            }), cancellation);
    }

    private async Task AddAdminAsync(CancellationToken cancellation)
    {
        if (await CountAsync($"SELECT COUNT(*) FROM accounts WHERE id = {AdminId}", cancellation) > 0)
            return;
        var password = Convert.ToHexStringLower(RandomNumberGenerator.GetBytes(12));
        await connection.InsertAsync(transaction: null, "accounts (id, email, nickname, password_hash, is_admin, created_at)",
            [[AdminId, AdminEmail, "admin", passwords.Hash(password), true, DateTime.UtcNow]], cancellation);
        await log.WriteLineAsync($"The password of {AdminEmail} is {password} and is not shown again.");
    }

    private Task<long> CountAsync(string sql, CancellationToken cancellation) =>
        connection.ExecuteScalarAsync<long>(new(sql, cancellationToken: cancellation));
}
