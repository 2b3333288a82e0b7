using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Logging;

namespace Dugout.Features.Coupons.Strategies;

/// <summary>Every way there is, by its name.</summary>
internal static partial class CouponWays
{
    private static readonly Dictionary<string, Type> All = new(StringComparer.Ordinal)
    {
        [GateAndCounter.WayName] = typeof(GateAndCounter),
        [ConditionalCounter.WayName] = typeof(ConditionalCounter),
        [RowAUnit.WayName] = typeof(RowAUnit),
    };

    /// <summary>Why a name can't be meant; null where it can.</summary>
    public static string? Refusal(string name) =>
        All.ContainsKey(name) ? null : $"There is no way to claim coupons called '{name}'; there is: {string.Join(", ", All.Keys)}.";

    /// <summary>The way of a name that isn't refused. One that isn't the shop's says so in the log.</summary>
    public static IClaimCoupons Of(string name, IServiceProvider services)
    {
        var way = (IClaimCoupons)ActivatorUtilities.CreateInstance(services, All[name]);
        if (way is not GateAndCounter)
            LogOtherWay(services.GetRequiredService<ILogger<IClaimCoupons>>(), way.Name);
        return way;
    }

    [LoggerMessage(LogLevel.Warning, "Coupons are claimed by {Way}, not by gate and counter as the shop does.")]
    private static partial void LogOtherWay(ILogger logger, string way);
}
