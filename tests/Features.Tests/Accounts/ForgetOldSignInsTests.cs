using Dugout.Features.Accounts;
using Dugout.Features.Tests.Platform;
using Microsoft.Extensions.Logging.Abstractions;
using Xunit;

namespace Dugout.Features.Tests.Accounts;

public sealed class ForgetOldSignInsTests(Shop shop)
{
    [Fact]
    public async Task Expired_rows_are_deleted_and_all_others_stay()
    {
        await shop.ChangeAsync(
            """
            INSERT INTO revoked_sessions (session_id, account_id, ended_at) VALUES (-11, -11, UTC_TIMESTAMP(6) - INTERVAL 49 HOUR), (-12, -11, UTC_TIMESTAMP(6) - INTERVAL 47 HOUR);
            INSERT INTO mailed_codes (code_hash, account_id, purpose, generation, expires_at)
            VALUES ('old', -11, 'reset', 0, UTC_TIMESTAMP(6) - INTERVAL 1 MINUTE), ('new', -11, 'reset', 0, UTC_TIMESTAMP(6) + INTERVAL 1 HOUR);
            INSERT INTO known_networks (account_id, place, seen_on) VALUES (-11, 'old', UTC_DATE() - INTERVAL 92 DAY), (-11, 'new', UTC_DATE() - INTERVAL 88 DAY)
            """, new { });
        using var job = new ForgetOldSignIns(shop.Deletes(), TimeProvider.System, NullLogger<ForgetOldSignIns>.Instance);

        Assert.True(await job.ForgetAsync(TestContext.Current.CancellationToken) >= 3);

        Assert.Equal("-12 new new", await shop.QueryAsync<string>(
            """
            SELECT CONCAT_WS(' ', (SELECT GROUP_CONCAT(session_id) FROM revoked_sessions WHERE account_id = -11),
                (SELECT GROUP_CONCAT(code_hash) FROM mailed_codes WHERE account_id = -11), (SELECT GROUP_CONCAT(place) FROM known_networks WHERE account_id = -11))
            """));
    }
}
