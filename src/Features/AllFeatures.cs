using Dugout.Features.Accounts;
using Dugout.Features.Accounts.Mail;
using Dugout.Features.Catalog;
using Dugout.Features.Coupons;
using Dugout.Features.Coupons.Strategies;
using Dugout.Features.FanEvents;
using Dugout.Features.Feed;
using Dugout.Features.Feed.Pictures;
using Dugout.Features.Notices;
using Dugout.Features.Operators;
using Dugout.Features.Orders;
using Dugout.Features.Products;
using Dugout.Features.Rankings;
using Dugout.Features.Recommendations;
using Dugout.Features.Seats;
using Dugout.Features.Seats.Strategies;
using Dugout.Features.Talk;
using Dugout.Features.Watch;
using Microsoft.AspNetCore.Authentication.BearerToken;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Routing;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Hosting;
using Microsoft.Extensions.Options;

namespace Dugout.Features;

/// <summary>The list of slices: what they need, where they answer, what they do in the background, in which order their tables come.</summary>
public static class AllFeatures
{
    /// <summary>The folders of the slices whose tables the migrator makes, in this order.</summary>
    public static IReadOnlyList<string> Schemas { get; } = ["Shared", "Accounts", "Catalog", "Seats", "Products", "Coupons", "Orders", "Feed", "Talk", "Rankings", "Recommendations", "FanEvents", "Notices"];

    /// <summary>Registers everything the slices need.</summary>
    public static IServiceCollection AddFeatures(this IServiceCollection services)
    {
        services.AddPlatform(typeof(AllFeatures).Assembly);

        services.AddOptionsOf<AccountsOptions>("Accounts");
        services.AddSingleton<Passwords>();
        services.AddOptionsOf<AttemptsOptions>("Attempts");
        services.AddSingleton<SignInThrottle>();
        services.AddSingleton<KnownNetworks>();
        services.AddOptionsOf<SessionsOptions>("Sessions");
        services.AddSingleton<RevokedSessions>();
        services.AddHostedService(provider => provider.GetRequiredService<RevokedSessions>());
        services.AddSingleton<IPostConfigureOptions<BearerTokenOptions>, RejectRevokedSessions>();
        services.AddSingleton<AccountsQueries>();

        services.AddSingleton<CatalogQueries>();

        services.AddOptionsOf<SeatsOptions>("Seats");
        services.AddSingleton<SeatAvailability>();
        services.AddSingleton<Holds>();
        services.AddSingleton<SeatFunnel>();
        services.AddSingleton<SeatSlots>();
        services.AddSingleton(provider => ClaimStrategies.All.Of(provider.GetRequiredService<IOptions<SeatsOptions>>().Value.Claim, provider));
        services.AddSingleton<Cancellations>();
        services.AddSingleton<SeatsQueries>();

        services.AddSingleton<ProductPages>();
        services.AddSingleton<ProductsQueries>();

        services.AddOptionsOf<CouponsOptions>("Coupons");
        services.AddSingleton<Campaigns>();
        services.AddSingleton<CouponAdmission>();
        services.AddSingleton<CouponUnits>();
        services.AddSingleton(provider => CouponStrategies.All.Of(provider.GetRequiredService<IOptions<CouponsOptions>>().Value.Claim, provider));
        services.AddSingleton<CouponsQueries>();

        services.AddOptionsOf<OrdersOptions>("Orders");
        services.AddSingleton<PaymentSignature>();
        services.AddSingleton<Settlements>();

        services.AddOptionsOf<FeedOptions>("Feed");
        services.AddSingleton<NewestPosts>();
        services.AddSingleton<FeedChanges>();
        services.AddSingleton<IPictureStore, HttpPictureStore>();

        services.AddSingleton<TalkErrors>();

        services.AddOptionsOf<RankingsOptions>("Rankings");
        services.AddSingleton<IRankingSource, MostReservedGames>();
        services.AddSingleton<IRankingSource, BestSellingProducts>();
        services.AddSingleton<IRankingSource, MostLikedPosts>();
        services.AddSingleton<IRankingSource, ActivePosters>();
        services.AddSingleton<IRankingSource, ActiveTalkers>();
        services.AddSingleton<RankingBoards>();

        services.AddSingleton<Prospects>();

        services.AddOptionsOf<NoticesOptions>("Notices");
        services.AddOptionsOf<PushOptions>("Notices");
        services.AddSingleton<PushMetrics>();
        services.AddSingleton<PushRoom>();
        services.AddSingleton<IPush, HttpPush>();
        services.AddSingleton<Pushes>();
        services.AddSingleton<Devices>();
        services.AddSingleton<SignInNotices>();
        services.AddSingleton<NoticesQueries>();

        services.AddSingleton<SharedSnapshots>();
        return services;
    }

    /// <summary>Maps the routes of every slice, and has them describe what they refuse.</summary>
    public static IEndpointRouteBuilder MapFeatures(this IEndpointRouteBuilder routes)
    {
        var all = routes.MapGroup("");
        all.DescribeRefusals();
        all.MapAccounts();
        all.MapCatalog();
        all.MapSeats();
        all.MapProducts();
        all.MapCoupons();
        all.MapOrders();
        all.MapFeed();
        all.MapTalk();
        all.MapRankings();
        all.MapRecommendations();
        all.MapFanEvents();
        all.MapNotices();
        all.MapOperators();
        all.MapWatch();
        return routes;
    }

    /// <summary>Adds what the slices do in the background; for one host only, the worker.</summary>
    public static IServiceCollection AddFeatureJobs(this IServiceCollection services)
    {
        services.AddOptionsOf<IdempotencyOptions>("Idempotency");
        services.AddHostedService<ForgetOldKeys>();
        services.AddOptionsOf<OutboxOptions>("Outbox");
        services.AddHostedService<DeliverOutbox>();

        services.AddOptionsOf<MailOptions>("Mail");
        services.AddSingleton<IMailer, HttpMailer>();
        services.AddSingleton<IOutboxReceiver, MailCode>();
        services.AddHostedService<ForgetOldSignIns>();

        services.AddSingleton<IOutboxReceiver, InvalidateResponses>();
        services.AddSingleton<IOutboxReceiver, RecordSeatsChanged>();
        services.AddSingleton<IOutboxReceiver, RepairSeatAvailability>();

        services.AddSingleton<IOutboxReceiver, UpdateCouponAdmission>();

        services.AddSingleton<IPayments, HttpPayments>();
        services.AddSingleton<IOutboxReceiver, RequestPayment>();
        services.AddSingleton<IOutboxReceiver, GivePaymentBack>();
        services.AddHostedService<SettleOrders>();

        services.AddHostedService<CollectPictures>();

        services.AddSingleton<RankingLease>();
        services.AddSingleton<CountRankings>();
        services.AddHostedService<RefreshRankings>();

        services.AddSingleton<NotifyMany>();
        services.AddSingleton<IOutboxReceiver, NotifyOfMovedGame>();
        services.AddHostedService<PublishDueNotices>();
        services.AddSingleton<SendPush>();
        services.AddSingleton<IHostedService>(SendPush.Job);
        services.AddHostedService<ForgetOldNotices>();
        return services;
    }
}
