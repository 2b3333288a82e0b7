using Dugout.Features.Orders;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Hosting;
using Microsoft.AspNetCore.Http;
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
        using var payments = PaymentsOf(partner);

        Assert.Equal(new Payment("pay-1", 100, "approved"), await payments.ChargeAsync("1", 100, TestContext.Current.CancellationToken));
        Assert.Equal(new Payment("pay-1", 100, "approved"), await payments.FindAsync("1", TestContext.Current.CancellationToken));
    }

    [Theory]
    [InlineData("refunded", true)]
    [InlineData("closed", true)]
    [InlineData("approved", false)]
    [InlineData("pending", false)]
    public async Task A_payment_is_refunded_when_the_partner_confirms_it(string state, bool isBack)
    {
        await using var partner = await StartAsync(Saying(200, "application/json", Good.Replace("approved", state, StringComparison.Ordinal)));
        using var payments = PaymentsOf(partner);

        var error = await Record.ExceptionAsync(() => payments.RefundAsync("1", TestContext.Current.CancellationToken));

        Assert.Equal(isBack, error is null);
        Assert.True(isBack || error is PartnerUnavailableException, error?.Message);
    }

    [Fact]
    public async Task A_missing_payment_is_null_for_a_lookup_and_an_error_for_a_charge()
    {
        await using var partner = await StartAsync(Saying(404, "application/json", ""));
        using var payments = PaymentsOf(partner);

        Assert.Null(await payments.FindAsync("1", TestContext.Current.CancellationToken));
        await Assert.ThrowsAsync<PartnerUnavailableException>(() => payments.ChargeAsync("1", 100, TestContext.Current.CancellationToken));
        await Assert.ThrowsAsync<PartnerUnavailableException>(() => payments.RefundAsync("1", TestContext.Current.CancellationToken));
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

    [Fact]
    public async Task A_missing_response_is_an_error() => await IsNoAnswerAsync(request => Task.Delay(Timeout.Infinite, request.RequestAborted), patience: 50);

    private static async Task IsNoAnswerAsync(RequestDelegate answer, int patience = 5_000)
    {
        await using var partner = await StartAsync(answer);
        using var payments = PaymentsOf(partner, patience);

        await Assert.ThrowsAsync<PartnerUnavailableException>(() => payments.ChargeAsync("1", 100, TestContext.Current.CancellationToken));
        await Assert.ThrowsAsync<PartnerUnavailableException>(() => payments.FindAsync("1", TestContext.Current.CancellationToken));
        await Assert.ThrowsAsync<PartnerUnavailableException>(() => payments.RefundAsync("1", TestContext.Current.CancellationToken));
    }

    private static RequestDelegate Saying(int status, string type, string body) => async request =>
    {
        request.Response.StatusCode = status;
        request.Response.ContentType = type;
        await request.Response.WriteAsync(body);
    };

    private static HttpPayments PaymentsOf(WebApplication partner, int patience = 5_000) =>
        new(Options.Create(new OrdersOptions { Partner = new(partner.Urls.Single()), PartnerMilliseconds = patience }));

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
