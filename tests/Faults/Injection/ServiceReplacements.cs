using Dugout.Faults.Services;
using Dugout.Features.Coupons;
using Dugout.Features.Seats;
using Microsoft.Extensions.DependencyInjection;

namespace Dugout.Faults.Injection;

/// <summary>Faults that are services in the place of the product's, by their names.</summary>
internal static class ServiceReplacements
{
    /// <summary>What each does to the services of a host. It runs when the product has registered all of them.</summary>
    public static readonly IReadOnlyDictionary<string, Action<IServiceCollection>> All = new Dictionary<string, Action<IServiceCollection>>(LabReplacements.All)
    {
        ["read-then-write"] = services => services.Decorate<IClaimSeats>((inner, provider) => ActivatorUtilities.CreateInstance<SeatsReadThenWritten>(provider, inner)),
        ["limit-without-lock"] = services => services.Decorate<IClaimSeats>((inner, provider) => ActivatorUtilities.CreateInstance<LimitReadThenWritten>(provider, inner)),
        ["coupon-read-then-write"] = services => services.Decorate<IClaimCoupons>((inner, provider) => ActivatorUtilities.CreateInstance<CouponsReadThenWritten>(provider, inner)),
        ["audit-without-dedupe"] = services => services.Replace<IOutboxReceiver, RecordSeatsChanged, SeatsChangedRecordedAgain>(),
    };

    /// <summary>Those that are switched on.</summary>
    public static IReadOnlyList<Action<IServiceCollection>> Active { get; } = [.. All.Where(one => ActiveFaults.Include(one.Key)).Select(one => one.Value)];

    /// <summary>Puts an implementation in the place of another one, where that is registered.</summary>
    private static void Replace<TService, TProduct, TFault>(this IServiceCollection services)
        where TService : class
        where TFault : class, TService
    {
        if (services.SingleOrDefault(service => service.ServiceType == typeof(TService) && service.ImplementationType == typeof(TProduct)) is not { } registered)
            return;
        services.Remove(registered);
        services.Add(ServiceDescriptor.Describe(typeof(TService), typeof(TFault), registered.Lifetime));
    }

    /// <summary>Puts a service around the one that is registered, where there is one.</summary>
    private static void Decorate<TService>(this IServiceCollection services, Func<TService, IServiceProvider, TService> around)
        where TService : class
    {
        var registered = services.LastOrDefault(service => service.ServiceType == typeof(TService));
        if (registered is null)
            return;
        services.Remove(registered);
        services.Add(ServiceDescriptor.Describe(typeof(TService), provider => around(Make(provider), provider), registered.Lifetime));

        TService Make(IServiceProvider provider) => (TService)(registered.ImplementationInstance
            ?? registered.ImplementationFactory?.Invoke(provider)
            ?? ActivatorUtilities.CreateInstance(provider, registered.ImplementationType!));
    }
}
