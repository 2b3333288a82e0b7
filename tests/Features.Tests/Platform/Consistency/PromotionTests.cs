using Dugout.Features.Tests.Seats;
using Dugout.Infrastructure.Run;
using Dugout.Load.Checks;
using Xunit;

namespace Dugout.Features.Tests.Platform.Consistency;

/// <summary>
/// Why a read replica of the pair never takes the place of its primary: the primary acknowledges what the replica has not received. A negative control of the checks of a campaign
/// of faults, too.
/// </summary>
[Collection(nameof(ReplicatedShop))]
public sealed class PromotionTests(ReplicatedShop shop)
{
    private const int Fans = 8;
    private const int Seats = 60;
    private const int Attempts = 200;

    [Fact]
    public async Task A_promoted_replica_would_lack_acknowledged_sales_and_the_checks_notice()
    {
        var fans = await shop.NextFansAsync(Fans);
        var sale = new ContendedSale(shop, [shop.Http], fans, shop.NextGame(), Seats) { AvailabilityLag = TimeSpan.FromSeconds(60) };
        var since = await sale.NowAsync();

        await shop.WithAllAsync(ReplicatedShop.Fault.CutOff, async () =>
        {
            await sale.RunAsync(Fans, Attempts);

            Assert.Empty(await sale.DifferencesAsync(since, everything: false));
            Assert.NotEmpty(await sale.DifferencesAsync(since, everything: false, new SaleDatabase(shop.Servers.Replica(DatabaseAccount.Checks))));
        });

        Assert.Empty(await sale.DifferencesAsync(since, everything: false, new SaleDatabase(shop.Servers.Replica(DatabaseAccount.Checks))));
    }
}
