using Dugout.Features.Shared;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Logging;

namespace Dugout.Features.Seats.Strategies;

/// <summary>Every way there is, by its name. The wrong ones are there in debug builds alone, as <see cref="SeededBugs"/> are.</summary>
internal static partial class ClaimWays
{
    private static readonly Dictionary<string, Type> Right = new(StringComparer.Ordinal)
    {
        [UniqueKey.WayName] = typeof(UniqueKey),
        [ConditionalUpdate.WayName] = typeof(ConditionalUpdate),
        [RowLock.WayName] = typeof(RowLock),
    };

    private static readonly Dictionary<string, Type> Wrong = new(StringComparer.Ordinal)
    {
        [RedisGate.WayName] = typeof(RedisGate),
        [InProcessLock.WayName] = typeof(InProcessLock),
    };

    private static readonly Dictionary<string, Type> All = SeededBugs.AreCompiled ? new(Right.Concat(Wrong), StringComparer.Ordinal) : Right;

    /// <summary>Why a name can't be meant; null where it can.</summary>
    public static string? Refusal(string name) =>
        All.ContainsKey(name) ? null : $"There is no way to claim seats called '{name}'; there is: {string.Join(", ", All.Keys)}.";

    /// <summary>The way of a name that isn't refused. One that isn't the shop's says so in the log.</summary>
    public static IClaimSeats Of(string name, IServiceProvider services)
    {
        var way = (IClaimSeats)ActivatorUtilities.CreateInstance(services, All[name]);
        if (way is not UniqueKey)
            LogOtherWay(services.GetRequiredService<ILogger<IClaimSeats>>(), way.Name);
        return way;
    }

    [LoggerMessage(LogLevel.Warning, "Seats are claimed by {Way}, not by the unique key as the shop does.")]
    private static partial void LogOtherWay(ILogger logger, string way);
}
