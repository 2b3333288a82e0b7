using Dugout.Features.Orders;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Hosting;
using Microsoft.AspNetCore.Http;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Logging;
using Microsoft.Extensions.Options;
using Xunit;

namespace Dugout.Features.Tests.Orders;

/// <summary>A partner's response is a valid payment, or it is discarded.</summary>
public sealed class HttpPaymentsTests
{
    private const string Good = """{"paymentId":"pay-1","key":"1","amount":100,"state":"approved"}""";

    /// <summary>Longer than any valid response of a partner.</summary>
    private const int TooMany = 100_000;

    [Fact]
    public async Task A_payment_is_read()
    {
        await using var partner = await StartAsync(Saying(200, "application/json", Good));
        await using var services = ServicesOf(partner);

        Assert.Equal(new Payment("pay-1", 100, "approved"), await Payments(services).ChargeAsync("1", 100, TestContext.Current.CancellationToken));
        Assert.Equal(new Payment("pay-1", 100, "approved"), await Payments(services).FindAsync("1", TestContext.Current.CancellationToken));
    }

    [Theory]
    [InlineData("refunded", true)]
    [InlineData("closed", true)]
    [InlineData("approved", false)]
    [InlineData("pending", false)]
    public async Task A_payment_is_refunded_when_the_partner_confirms_it(string state, bool isBack)
    {
        await using var partner = await StartAsync(Saying(200, "application/json", Good.Replace("approved", state, StringComparison.Ordinal)));
        await using var services = ServicesOf(partner);

        var error = await Record.ExceptionAsync(() => Payments(services).RefundAsync("1", TestContext.Current.CancellationToken));

        Assert.Equal(isBack, error is null);
        Assert.True(isBack || error is PartnerUnavailableException, error?.Message);
    }

    [Fact]
    public async Task A_missing_payment_is_null_for_a_lookup_and_an_error_for_a_charge()
    {
        await using var partner = await StartAsync(Saying(404, "application/json", ""));
        await using var services = ServicesOf(partner);

        Assert.Null(await Payments(services).FindAsync("1", TestContext.Current.CancellationToken));
        await Assert.ThrowsAsync<PartnerUnavailableException>(() => Payments(services).ChargeAsync("1", 100, TestContext.Current.CancellationToken));
        await Assert.ThrowsAsync<PartnerUnavailableException>(() => Payments(services).RefundAsync("1", TestContext.Current.CancellationToken));
    }

    [Theory]
    [InlineData(500, "application/json", Good)]
    [InlineData(302, "application/json", Good)]
    [InlineData(200, "application/json", "")]
    [InlineData(200, "application/json", "null")]
    [InlineData(200, "application/json", "{}")]
    [InlineData(200, "application/json", "<html/>")]
    [InlineData(200, "application/json; charset=unknown", Good)]
    [InlineData(200, "application/json", """{"paymentId":"pay-1","state":"approved"}""")]
    [InlineData(200, "application/json", """{"paymentId":"pay-1","amount":100,"state":null}""")]
    [InlineData(200, "application/json", """{"paymentId":"","amount":100,"state":"approved"}""")]
    [InlineData(200, "application/json", """{"paymentId":null,"amount":100,"state":"approved"}""")]
    [InlineData(200, "application/json", """{"paymentId":"pay 1","amount":100,"state":"approved"}""")]
    [InlineData(200, "application/json", """{"paymentId":"1234567890123456789012345678901234567890123456789012345678901","amount":100,"state":"approved"}""")]
    public async Task A_response_without_a_payment_id_is_an_error(int status, string type, string body) => await IsNoAnswerAsync(Saying(status, type, body));

    [Fact]
    public async Task An_endless_response_is_an_error() => await IsNoAnswerAsync(Saying(200, "application/json", new string(' ', TooMany) + Good));

    [Fact(Timeout = 30_000)]
    public async Task An_unfinished_response_is_an_error() => await IsNoAnswerAsync(
        async request =>
        {
            await request.Response.WriteAsync(Good[..10]);
            await request.Response.Body.FlushAsync();
            await Task.Delay(Timeout.Infinite, request.RequestAborted);
        },
        patience: 500);

    /// <summary>The outcome of a failed charge is unknown: only its caller repeats it, with its key.</summary>
    [Theory]
    [InlineData(500)]
    [InlineData(503)]
    [InlineData(429)]
    public async Task A_failed_call_is_not_retried(int status)
    {
        var calls = 0;
        await using var partner = await StartAsync(request =>
        {
            Interlocked.Increment(ref calls);
            request.Response.StatusCode = status;
            return Task.CompletedTask;
        });
        await using var services = ServicesOf(partner);

        await Assert.ThrowsAsync<PartnerUnavailableException>(() => Payments(services).ChargeAsync("1", 100, TestContext.Current.CancellationToken));

        Assert.Equal(1, calls);
    }

    /// <summary>For charges alone: lookups have a circuit of their own, and a missing payment is no failure of a lookup.</summary>
    [Theory]
    [InlineData(500, Good)]
    [InlineData(302, Good)]
    [InlineData(404, "")]
    [InlineData(200, "{}")]
    [InlineData(200, "null")]
    public async Task After_eight_failed_charges_none_is_sent(int status, string body)
    {
        var charges = 0;
        await using var partner = await StartAsync(async request =>
        {
            var isCharge = request.Request.Path == "/payments";
            if (isCharge)
                Interlocked.Increment(ref charges);
            await Saying(isCharge ? status : 404, "application/json", body)(request);
        });
        await using var services = ServicesOf(partner);

        for (var call = 0; call < 10; call++)
        {
            await Assert.ThrowsAsync<PartnerUnavailableException>(() => Payments(services).ChargeAsync("1", 100, TestContext.Current.CancellationToken));
            Assert.Null(await Payments(services).FindAsync("1", TestContext.Current.CancellationToken));
        }

        Assert.Equal(8, charges);
    }

    [Fact]
    public async Task A_missing_response_is_an_error() => await IsNoAnswerAsync(request => Task.Delay(Timeout.Infinite, request.RequestAborted), patience: 50);

    private static async Task IsNoAnswerAsync(RequestDelegate answer, int patience = 5_000)
    {
        await using var partner = await StartAsync(answer);
        await using var services = ServicesOf(partner, patience);

        await Assert.ThrowsAsync<PartnerUnavailableException>(() => Payments(services).ChargeAsync("1", 100, TestContext.Current.CancellationToken));
        await Assert.ThrowsAsync<PartnerUnavailableException>(() => Payments(services).FindAsync("1", TestContext.Current.CancellationToken));
        await Assert.ThrowsAsync<PartnerUnavailableException>(() => Payments(services).RefundAsync("1", TestContext.Current.CancellationToken));
    }

    private static RequestDelegate Saying(int status, string type, string body) => async request =>
    {
        request.Response.StatusCode = status;
        request.Response.ContentType = type;
        await request.Response.WriteAsync(body);
    };

    private static ServiceProvider ServicesOf(WebApplication partner, int patience = 5_000)
    {
        var services = new ServiceCollection().AddSingleton(Options.Create(new OrdersOptions { Partner = new(partner.Urls.Single()), PartnerMilliseconds = patience }));
        HttpPayments.AddTo(services);
        return services.BuildServiceProvider();
    }

    private static IPayments Payments(ServiceProvider services) => services.GetRequiredService<IPayments>();

    /// <summary>A partner with one response for all requests.</summary>
    private static async Task<WebApplication> StartAsync(RequestDelegate answer)
    {
        var builder = WebApplication.CreateSlimBuilder();
        builder.Logging.ClearProviders();
        builder.WebHost.UseUrls("http://127.0.0.1:0");
        var partner = builder.Build();
        partner.Run(answer);
        await partner.StartAsync(TestContext.Current.CancellationToken);
        return partner;
    }
}
