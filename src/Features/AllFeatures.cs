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
using Dugout.Features.Shared;
using Dugout.Features.Shared.Caching;
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
        services.AddShared();

        services.AddOptionsOf<AccountsOptions>("Accounts");
        services.AddSingleton<Passwords>();
        services.AddOptionsOf<AttemptsOptions>("Attempts");
        services.AddSingleton<FailedSignIns>();
        services.AddSingleton<FamiliarPlaces>();
        services.AddOptionsOf<SessionsOptions>("Sessions");
        services.AddSingleton<EndedSessions>();
        services.AddHostedService(provider => provider.GetRequiredService<EndedSessions>());
        services.AddSingleton<IPostConfigureOptions<BearerTokenOptions>, RefuseEndedSessions>();
        services.AddSingleton<AccountsFacts>();

        services.AddSingleton<CatalogFacts>();

        services.AddOptionsOf<SeatsOptions>("Seats");
        services.AddSingleton<SeatGate>();
        services.AddSingleton<Holds>();
        services.AddSingleton<SeatFunnel>();
        services.AddSingleton<SeatSlots>();
        services.AddSingleton(provider => ClaimWays.All.Of(provider.GetRequiredService<IOptions<SeatsOptions>>().Value.Claim, provider));
        services.AddSingleton<Cancellations>();
        services.AddSingleton<SeatsFacts>();

        services.AddSingleton<ProductPages>();
        services.AddSingleton<ProductsFacts>();

        services.AddOptionsOf<CouponsOptions>("Coupons");
        services.AddSingleton<Campaigns>();
        services.AddSingleton<CouponGate>();
        services.AddSingleton<CouponUnits>();
        services.AddSingleton(provider => CouponWays.All.Of(provider.GetRequiredService<IOptions<CouponsOptions>>().Value.Claim, provider));
        services.AddSingleton<CouponsFacts>();

        services.AddOptionsOf<OrdersOptions>("Orders");
        services.AddSingleton<PaymentSignature>();
        services.AddSingleton<Settlements>();

        services.AddOptionsOf<FeedOptions>("Feed");
        services.AddSingleton<NewestPosts>();
        services.AddSingleton<FeedChanges>();
        services.AddSingleton<IPictureStore, HttpPictureStore>();

        services.AddSingleton<TalkRefusals>();

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
        services.AddSingleton<NoticesFacts>();

        services.AddSingleton<SharedLooks>();
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

        services.AddSingleton<IOutboxReceiver, EvictAnswers>();
        services.AddSingleton<IOutboxReceiver, RecordSeatsChanged>();
        services.AddSingleton<IOutboxReceiver, RepairGate>();

        services.AddSingleton<IOutboxReceiver, TellCouponGate>();

        services.AddSingleton<IPayments, HttpPayments>();
        services.AddSingleton<IOutboxReceiver, AskPayment>();
        services.AddSingleton<IOutboxReceiver, GivePaymentBack>();
        services.AddHostedService<SettleOrders>();

        services.AddHostedService<CollectPictures>();

        services.AddSingleton<RankingTurn>();
        services.AddSingleton<CountRankings>();
        services.AddHostedService<RefreshRankings>();

        services.AddSingleton<TellMany>();
        services.AddSingleton<IOutboxReceiver, TellOfMovedGame>();
        services.AddHostedService<TellWhatIsDue>();
        services.AddSingleton<SendPush>();
        services.AddSingleton<IHostedService>(SendPush.Job);
        services.AddHostedService<ForgetOldNotices>();
        return services;
    }
}
