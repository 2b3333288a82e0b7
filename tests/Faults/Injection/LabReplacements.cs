using Dugout.Faults.Services;
using Dugout.Features.Accounts;
using Dugout.Features.Feed;
using Dugout.Features.Notices;
using Dugout.Features.Products;
using Dugout.Features.Seats;
using Microsoft.AspNetCore.Hosting;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Routing;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.DependencyInjection.Extensions;

namespace Dugout.Faults.Injection;

/// <summary>Service replacements that experiments of the load lab compare with the product. Tests use some of them as faults, too.</summary>
public static class LabReplacements
{
    /// <summary>What each does to the services of a host, by its name.</summary>
    public static IReadOnlyDictionary<string, Action<IServiceCollection>> All { get; } = new Dictionary<string, Action<IServiceCollection>>
    {
        ["extra-work-500"] = services => services.AddSingleton<IStartupFilter>(new ExtraWork(500)),
        ["extra-work-1000"] = services => services.AddSingleton<IStartupFilter>(new ExtraWork(1_000)),
        ["extra-work-2000"] = services => services.AddSingleton<IStartupFilter>(new ExtraWork(2_000)),
        ["in-process-lock"] = services => services.Replace(ServiceDescriptor.Singleton<IClaimSeats, InProcessLock>()),
        ["redis-gate"] = services => services.Replace(ServiceDescriptor.Singleton<IClaimSeats, RedisGate>()),
        ["push-token-cached"] = services => services.TakeTokens(PushTokenSource.Cached),
        ["push-token-file"] = services => services.TakeTokens(PushTokenSource.FileRead),
        ["push-token-exchange"] = services => services.TakeTokens(PushTokenSource.FileAndExchange),
        ["push-inline"] = services => services.PushAtSignIns(_ => null),
        ["push-pool"] = services => services.AddSingleton<PushPool>().PushAtSignIns(provider => provider.GetRequiredService<PushPool>()),
        ["feed-by-offset"] = services => services.ReplaceHandler(GuestFeed.Handle, FeedByOffset.Handle),
        ["feed-evicts-always"] = services =>
        {
            foreach (var write in (Delegate[])[LikePost.Handle, UnlikePost.Handle, WriteComment.Handle, DeleteComment.Handle])
                services.ReplaceHandler(write, write, provider => ActivatorUtilities.CreateInstance<FeedEvictsAlways>(provider));
        },
        ["product-key-without-delivery"] = services => services.ReplaceHandler(ListProducts.Handle, ProductsWithoutDelivery.Handle),
        ["no-pools"] = services => services.Replace(ServiceDescriptor.Singleton(NoPools.Make)),
        ["one-pool"] = services => services.Replace(ServiceDescriptor.Singleton(OnePool.Make)),
    };

    private static void TakeTokens(this IServiceCollection services, PushTokenSource source) =>
        services.ReplaceHandler(SignIn.Handle, SignIn.Handle, provider => ActivatorUtilities.CreateInstance<PushAccessTokens>(provider, source));

    private static void PushAtSignIns(this IServiceCollection services, Func<IServiceProvider, PushPool?> pool)
    {
        services.Replace(ServiceDescriptor.Singleton(PushAtSignIn.WithoutOutbox));
        services.ReplaceHandler(SignIn.Handle, SignIn.Handle, provider => new PushAtSignIn(
            pool(provider), provider.GetRequiredService<Pushes>(), provider.GetRequiredService<Databases>(), provider.GetRequiredService<TimeProvider>()));
    }

    private static void ReplaceHandler(this IServiceCollection services, Delegate replaced, Delegate handler, Func<IServiceProvider, IEndpointFilter>? filter = null)
    {
        services.AddSingleton(new EndpointReplacement(replaced.Method, handler, filter));
        services.TryAddEnumerable(ServiceDescriptor.Singleton<MatcherPolicy, EndpointReplacements>());
    }
}
