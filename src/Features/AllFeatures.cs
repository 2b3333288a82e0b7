using Dugout.Features.Accounts;
using Dugout.Features.Catalog;
using Dugout.Features.Operators;
using Dugout.Features.Seats;
using Dugout.Features.Seats.Strategies;
using Dugout.Features.Shared;
using Dugout.Features.Shared.Caching;
using Dugout.Features.Watch;
using Microsoft.AspNetCore.Routing;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Options;

namespace Dugout.Features;

/// <summary>The list of slices: what they need, where they answer, what they do in the background, in which order their tables come.</summary>
public static class AllFeatures
{
    /// <summary>The folders of the slices whose tables the migrator makes, in this order.</summary>
    public static IReadOnlyList<string> Schemas { get; } = ["Shared", "Accounts", "Catalog", "Seats"];

    /// <summary>Registers everything the slices need.</summary>
    public static IServiceCollection AddFeatures(this IServiceCollection services)
    {
        services.AddShared();

        services.AddOptionsOf<AccountsOptions>("Accounts");
        services.AddSingleton<Passwords>();
        services.AddSingleton<FailedSignIns>();

        services.AddSingleton<CatalogFacts>();

        services.AddOptionsOf<SeatsOptions>("Seats");
        services.AddSingleton<SeatGate>();
        services.AddSingleton<Holds>();
        services.AddSingleton<WrongWays>();
        services.AddSingleton<SeatSlots>();
        services.AddSingleton(provider => ClaimWays.Of(provider.GetRequiredService<IOptions<SeatsOptions>>().Value.Claim, provider));
        services.AddSingleton<Cancellations>();
        services.AddSingleton<SeatsFacts>();

        services.AddSingleton<SharedLooks>();
        return services;
    }

    /// <summary>Maps the routes of every slice.</summary>
    public static IEndpointRouteBuilder MapFeatures(this IEndpointRouteBuilder routes)
    {
        routes.MapAccounts();
        routes.MapCatalog();
        routes.MapSeats();
        routes.MapOperators();
        routes.MapWatch();
        return routes;
    }

    /// <summary>Adds what the slices do in the background; for one host only, the worker.</summary>
    public static IServiceCollection AddFeatureJobs(this IServiceCollection services)
    {
        services.AddOptionsOf<IdempotencyOptions>("Idempotency");
        services.AddHostedService<ForgetOldKeys>();
        services.AddOptionsOf<OutboxOptions>("Outbox");
        services.AddHostedService<DeliverOutbox>();

        services.AddSingleton<IOutboxReceiver, EvictAnswers>();
        services.AddSingleton<IOutboxReceiver, RecordSeatsChanged>();
        services.AddSingleton<IOutboxReceiver, RepairGate>();
        return services;
    }
}
