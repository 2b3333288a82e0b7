using Dugout.Features.Products;
using Dugout.Features.Rankings;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Routing;
using Microsoft.Extensions.DependencyInjection;

namespace Dugout.Features.Orders;

/// <summary>Orders of merchandise, and the callbacks of the payment partner.</summary>
internal static class OrdersSlice
{
    /// <summary>Registers the services the slice needs to handle requests.</summary>
    public static void AddOrders(this IServiceCollection services)
    {
        services.AddOptionsOf<OrdersOptions>("Orders");
        services.AddSingleton<PaymentSignature>();
        services.AddSingleton<Settlements>();
        services.AddSingleton<OrderQuotes>();
        services.AddSingleton<IRankingSource, BestSellingProducts>();
    }

    public static void MapOrders(this IEndpointRouteBuilder routes)
    {
        var orders = routes.MapGroup("/api/orders").WithTags("Orders").RequireAuthorization();
        orders.MapGet("", MyOrders.Handle);
        orders.MapPost("", PlaceOrder.Handle).ProducesProblems(ProductsProblems.NoSuchProduct, OrdersProblems.NoSuchCoupon, StockLeft.Example, OrdersProblems.CouponUsed, OrdersProblems.CouponNotValid, OrdersProblems.MinimumNotReached);
        orders.MapGet("/{orderId}", ShowOrder.Handle).ProducesProblems(OrdersProblems.NoSuchOrder);
        orders.MapDelete("/{orderId}", CancelOrder.Handle).ProducesProblems(OrdersProblems.NoSuchOrder, Problems.AlreadyCancelled, OrdersProblems.OrderDeclined);

        // The signature authenticates the partner; an access token is not required.
        routes.MapPost("/api/payments/callbacks", TakeCallback.Handle).ProducesProblems(OrdersProblems.BadSignature, OrdersProblems.NoSuchOrder)
            .WithTags("Orders").AllowAnonymous().Accepts<TakeCallback.Callback>("application/json");
    }

    /// <summary>Registers the slice's jobs and the receivers of its outbox messages, for the worker.</summary>
    public static void AddOrdersJobs(this IServiceCollection services)
    {
        HttpPayments.AddTo(services);
        services.AddSingleton<IOutboxReceiver, RequestPayment>();
        services.AddSingleton<IOutboxReceiver, GivePaymentBack>();
        services.AddHostedService<SettleOrders>();
    }
}
