using System.Diagnostics;
using Dugout.Features.Tests;
using Dugout.Features.Tests.Accounts;
using Dugout.Features.Tests.Notices;
using Dugout.Features.Tests.Orders;
using Dugout.Features.Tests.Platform;
using Dugout.Features.Tests.Platform.Consistency;
using Dugout.Features.Tests.Safety;
using Dugout.Features.Tests.Seats;
using Dugout.Infrastructure.Run;
using Dugout.Tests.Support;
using Xunit;

[assembly: AssemblyFixture(typeof(Shop))]
// Each of these needs the machine for itself.
[assembly: CollectionBehavior(DisableTestParallelization = true)]

namespace Dugout.Endurance.Tests;

/// <summary>
/// What <c>Features.Tests</c> does with small numbers, with the numbers of the promises: each test here calls the one of the same subject there.
/// </summary>
public sealed class HostileRequestsEndurance(HostileShop shop) : IClassFixture<HostileShop>
{
    [Fact]
    public Task A_hundred_thousand_hostile_requests_are_answered_as_described() => new HostileRequestsTests(shop).AreAnsweredAsDescribedAsync(100_000);
}

public sealed class SaleEndurance(FaultedShop shop, ITestOutputHelper output) : IClassFixture<FaultedShop>
{
    [Fact]
    public Task A_hundred_thousand_attempts_under_two_rounds_of_faults_keep_the_balance() =>
        new SaleUnderFaultsTests(shop, output).KeepsBalanceAsync(attempts: 100_000, rounds: 2);
}

public sealed class FrozenPrimaryEndurance(FaultedShop shop, ITestOutputHelper output) : IClassFixture<FaultedShop>
{
    [Fact]
    public Task Retries_add_a_fifth_at_most_to_a_frozen_primary_and_it_recovers_in_ten_seconds() => new FrozenPrimaryTests(shop, output).RecoversAsync(isQuiet: true);
}

public sealed class RetryEndurance(Shop shop, ITestOutputHelper output)
{
    [Fact]
    public Task A_thousand_purchases_repeated_ten_times_are_made_once() => new RetryRaces(shop, output).AreMadeOnceAsync(purchases: 1_000, repeats: 10);
}

public sealed class OwnWritesEndurance(ReplicatedShop shop) : IClassFixture<ReplicatedShop>
{
    [Theory]
    [InlineData(ReplicatedShop.Fault.None)]
    [InlineData(ReplicatedShop.Fault.Delayed)]
    [InlineData(ReplicatedShop.Fault.Stopped)]
    [InlineData(ReplicatedShop.Fault.Killed)]
    public Task Of_ten_thousand_reads_none_is_behind_its_write(ReplicatedShop.Fault fault) => new OwnWritesTests(shop).NobodyReadsBehindAsync(fault, pairsEach: 125);
}

public sealed class OverloadEndurance(Shop shop)
{
    [Fact]
    public Task Requests_begin_to_fail_at_a_number_of_callers_that_is_searched() => new OverloadTests(shop).FailWhereThePoolsPatienceIsOverAsync(searches: true);
}

public sealed class LoginFloodEndurance(Shop shop)
{
    [Fact]
    public Task For_twenty_seconds_who_buys_hardly_notices_who_signs_in() => new LoginFloodTests(shop).HardlyNoticeAsync(phases: 8, TimeSpan.FromSeconds(2.5));
}

public sealed class OutboxEndurance(Shop shop)
{
    [Theory]
    [InlineData("before-send")]
    [InlineData("after-send")]
    [InlineData("before-mark")]
    public Task Three_workers_killed_one_after_the_other_lose_nothing(string place) => new DeliverOutboxCrashes(shop).LosesNothingAsync(place, kills: 3);
}

public sealed class OrdersEndurance(PaidShop shop, ITestOutputHelper output) : IClassFixture<PaidShop>
{
    public static TheoryData<string, string> Places => PaymentCrashes.Places;

    [Fact]
    public Task Two_rounds_of_faults_leave_no_goods_without_pay() => new OrdersUnderFaultsTests(shop, output).KeepsBalanceAsync(rounds: 2);

    [Theory]
    [MemberData(nameof(Places))]
    public async Task Two_workers_killed_one_after_the_other_pay_nothing_twice(string place, string behaviour)
    {
        var crashes = new PaymentCrashes(shop);
        await crashes.InitializeAsync();
        await crashes.IsPaidOnceAsync(place, behaviour, kills: 2);
    }

    [Theory]
    [InlineData("before-send")]
    [InlineData("after-send")]
    [InlineData("before-mark")]
    public async Task Three_workers_killed_one_after_the_other_show_a_notice_once(string place)
    {
        var pushes = new PushTests(shop);
        await pushes.InitializeAsync();
        await pushes.IsShownOnceAsync(place, kills: 3);
    }
}

public sealed class FaultCampaignEndurance(ITestOutputHelper output)
{
    /// <summary>Windows of failed requests are for the record of a quiet machine; here nothing may be lost.</summary>
    [Fact]
    public async Task A_round_of_each_fault_in_the_middle_of_a_sale_loses_nothing()
    {
        using var folder = new TestFolder();
        var program = Path.Combine(Checkout.Current!, "artifacts/bin/Load", new DirectoryInfo(AppContext.BaseDirectory).Name, "Dugout.Load");
        using var campaign = Process.Start(new ProcessStartInfo(program, ["faults", "--rounds", "1", "--record", Path.Combine(folder.Path, "faults.jsonl")]) { RedirectStandardOutput = true })!;
        output.WriteLine(await campaign.StandardOutput.ReadToEndAsync(TestContext.Current.CancellationToken));
        await campaign.WaitForExitAsync(TestContext.Current.CancellationToken);

        Assert.InRange(campaign.ExitCode, 0, 1);
        Assert.Equal(19, (await File.ReadAllLinesAsync(Path.Combine(folder.Path, "faults.jsonl"), TestContext.Current.CancellationToken)).Length);
    }
}
