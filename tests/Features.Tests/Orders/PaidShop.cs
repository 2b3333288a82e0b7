using System.Net.Http.Json;
using System.Text;
using System.Text.Json;
using Aspire.Hosting;
using Aspire.Hosting.ApplicationModel;
using Dapper;
using Dugout.Features.Tests.Platform;
using Dugout.Infrastructure.Model;
using Dugout.Infrastructure.Run;
using Dugout.Load.Checks;
using Dugout.Tests.Support;
using MySqlConnector;
using Xunit;

namespace Dugout.Features.Tests.Orders;

/// <summary>Tests that share a shop with a payment partner: one after the other, since each sets the partner's behaviour.</summary>
[CollectionDefinition(nameof(PaidShop))]
public sealed class ThePaidShop : ICollectionFixture<PaidShop>;

/// <summary>The same again, beside them: tests of what else partners do for a shop, which is to take mails, pushes and pictures.</summary>
[CollectionDefinition(Name)]
public sealed class TheOtherPaidShop : ICollectionFixture<PaidShop>
{
    public const string Name = "mails, pushes and pictures";
}

/// <summary>A separate shop with the payment partner as a process. Tests start and stop workers.</summary>
public sealed class PaidShop : Shop
{
    private HttpClient? _partner;
    private KillableProcess? _process;

    /// <summary>The partner's simulator: its control and its recorded payments.</summary>
    public HttpClient Partner => _partner!;

    /// <summary>Its process.</summary>
    public KillableProcess PartnerProcess => _process!;

    public override async ValueTask InitializeAsync()
    {
        await base.InitializeAsync();
        _partner = await PartnerAsync();
        _process = new KillableProcess(await Servers.ProcessOfAsync("partners"));
    }

    public override async ValueTask DisposeAsync()
    {
        _partner?.Dispose();
        await base.DisposeAsync();
    }

    /// <summary>Sets the behaviour of a partner; everything not given is reset.</summary>
    public async Task BehaveAsync(string behaviour, string partner = "payments")
    {
        using var content = new StringContent(behaviour, Encoding.UTF8, "application/json");
        using var response = await Partner.PutAsync(new Uri($"/control/{partner}", UriKind.Relative), content);
        Assert.True(response.IsSuccessStatusCode, await response.Content.ReadAsStringAsync());
    }

    /// <summary>The worker's jobs in this process, but quick to look after what is stuck.</summary>
    public IAsyncDisposable StartJobs(int giveUpSeconds = 600, int askAfterSeconds = 1) => this.StartJobs(JobSettings(giveUpSeconds, askAfterSeconds));

    /// <summary>The same as a process, which can be killed; perhaps with proxies before the primary and the partner.</summary>
    public Task<KeptProcess> StartWorkerAsync(FaultyProxy? primary = null, FaultyProxy? partner = null) => this.StartWorkerAsync(JobSettings(600, 1, primary, partner));

    private (string Name, string Value)[] JobSettings(int giveUpSeconds, int askAfterSeconds, FaultyProxy? primary = null, FaultyProxy? partner = null) =>
    [
        ("ConnectionStrings__Primary", primary is null ? Servers.Primary(DatabaseAccount.App) : PrimaryBehind(primary)),
        ("Orders__Partner", AddressOf(partner)),
        ("Mail__Partner", AddressOf(partner)),
        ("Mail__PartnerMilliseconds", "1800"),
        ("Notices__Partner", AddressOf(partner)),
        ("Orders__SettleMilliseconds", "100"),
        ("Orders__PollAfterSeconds", $"{askAfterSeconds}"),
        ("Orders__GiveUpSeconds", $"{giveUpSeconds}"),
        ("Outbox__LongestPauseSeconds", "1"),
    ];

    /// <summary>A proxy before the partner.</summary>
    internal FaultyProxy BeforePartner() => new(Partner.BaseAddress!.Port);

    private string AddressOf(FaultyProxy? partner) => partner is null ? Partner.BaseAddress!.ToString() : $"http://127.0.0.1:{partner.Port}/";

    /// <summary>Brings all orders that other tests left to an end, with a partner who approves, and judges what has become of them.</summary>
    public async Task TidyAsync()
    {
        await BehaveAsync("{}");
        if (await OpenAsync() == 0)
            return;
        await using var worker = StartJobs();
        await SettledAsync();
        await AssertBalanceAsync();
    }

    /// <summary>Waits until no order is in state placed and no message about one is left.</summary>
    public Task SettledAsync() => Wait.UntilAsync("no order and no message is open", async () => await OpenAsync() == 0);

    private Task<long> OpenAsync() => QueryAsync<long>(
        "SELECT (SELECT COUNT(*) FROM orders WHERE state = 'placed') + (SELECT COUNT(*) FROM outbox WHERE ordered_by LIKE 'order:%')");

    /// <summary>Fails unless the rows keep every rule of the load lab, and the partner has been paid for exactly those orders that are paid.</summary>
    public async Task AssertBalanceAsync()
    {
        var records = new SaleDatabase(Servers.Primary(DatabaseAccount.Checks));
        foreach (var rule in Rule.All)
            Assert.Equal((rule.Sentence, ""), (rule.Sentence, string.Join("\n", await records.BreachesAsync(rule))));

        await using var connection = new MySqlConnection(Servers.Primary(DatabaseAccount.Checks));
        var paid = await connection.QueryAsync<(long Id, string Payment, long Total)>("SELECT id, payment_id, total FROM orders WHERE state = 'paid' AND total > 0");
        var taken = (await BookAsync()).Where(payment => payment.State == "approved").Select(payment => (payment.OrderId, payment.PaymentId, payment.Amount));
        Assert.Equal(paid.Order(), taken.Order());
    }

    /// <summary>The payments recorded by the partner.</summary>
    internal async Task<IReadOnlyList<BookLine>> BookAsync() => [.. (await Partner.GetFromJsonAsync<JsonElement>("/control/payments/book")).EnumerateArray()
        .Select(line => line.Deserialize<BookLine>(JsonSerializerOptions.Web)!)];

    /// <summary>The partner's payment for an order; null where there is none.</summary>
    internal async Task<BookLine?> BookAsync(long order) => (await BookAsync()).SingleOrDefault(line => line.OrderId == order);

    protected override void Add(IDistributedApplicationBuilder builder, MySqlCluster mysql, IResourceBuilder<IResourceWithConnectionString> redis)
    {
        base.Add(builder, mysql, redis);
        AddPartners(builder);
    }
}

/// <summary>A payment recorded by the partner.</summary>
internal sealed record BookLine(string PaymentId, string Key, long Amount, string State, int Asked)
{
    /// <summary>The order: what a key begins with, also one that a fault has changed.</summary>
    public long OrderId => long.Parse(Key.Split('-')[0], System.Globalization.CultureInfo.InvariantCulture);
}
