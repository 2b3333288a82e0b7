using Dapper;
using Dugout.Infrastructure.Run;
using Microsoft.Extensions.Logging.Abstractions;
using Microsoft.Extensions.Options;
using MySqlConnector;
using Xunit;

namespace Dugout.Features.Tests.Platform;

public sealed class ForgetOldKeysTests(Shop shop)
{
    [Fact]
    public async Task A_key_is_deleted_after_its_lifetime()
    {
        var fan = await shop.NextFanAsync();
        var game = shop.NextGame();
        for (var hours = 47; hours <= 49; hours += 2)
        {
            var hold = (await fan.HoldAsync(game, hours)).Number("holdId");
            await fan.ReserveAsync(game, hold, $"{hours}-hours-old");
        }

        await AgeAsync("47-hours-old", 47);
        await AgeAsync("49-hours-old", 49);

        using var job = Job();
        var forgotten = await job.CleanAsync(TestContext.Current.CancellationToken);

        Assert.Equal(1, forgotten);
        Assert.Equal("47-hours-old", await shop.QueryAsync<string>(
            "SELECT GROUP_CONCAT(idempotency_key) FROM idempotency_keys WHERE idempotency_key LIKE '%-hours-old'"));
    }

    [Fact]
    public async Task One_run_deletes_all_expired_keys()
    {
        const int Old = 2_500;
        await using (var connection = new MySqlConnection(AsApp))
        {
            await connection.OpenAsync(TestContext.Current.CancellationToken);
            await connection.ExecuteAsync("INSERT INTO idempotency_keys (account_id, idempotency_key, fingerprint, status, answer, created_at) VALUES " + string.Join(", ",
                Enumerable.Range(1, Old).Select(n => $"(0, 'old-{n}', REPEAT('0', 32), 201, 0x7B7D, UTC_TIMESTAMP(6) - INTERVAL 3 DAY)")));
        }

        using var job = Job();

        Assert.Equal(Old, await job.CleanAsync(TestContext.Current.CancellationToken));
    }

    private ForgetOldKeys Job() =>
        new(shop.Deletes(), Options.Create(new IdempotencyOptions()), TimeProvider.System, NullLogger<ForgetOldKeys>.Instance);

    private string AsApp => shop.Servers.Primary(DatabaseAccount.App);

    private async Task AgeAsync(string key, int hours)
    {
        await using var connection = new MySqlConnection(AsApp);
        await connection.OpenAsync();
        await connection.ExecuteAsync(
            "UPDATE idempotency_keys SET created_at = UTC_TIMESTAMP(6) - INTERVAL @hours HOUR WHERE idempotency_key = @key", new { key, hours });
    }
}
