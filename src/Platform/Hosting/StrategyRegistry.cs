using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Logging;

namespace Dugout.Platform.Hosting;

/// <summary>One of several ways to do the same, so that they can be compared.</summary>
public interface IWay
{
    /// <summary>What the setting calls it.</summary>
    string Name { get; }
}

/// <summary>The ways to claim something, by the names a setting has for them; the first is the shop's.</summary>
/// <param name="things">What is claimed, such as <c>seats</c>.</param>
/// <param name="shops">The shop's way in words.</param>
/// <param name="all">Every way there is.</param>
internal sealed partial class StrategyRegistry<TStrategy>(string things, string shops, IReadOnlyList<(string Name, Type Type)> all)
    where TStrategy : class, IWay
{
    /// <summary>Why a name can't be meant; null where it can.</summary>
    public string? Refusal(string name) =>
        all.Any(way => way.Name == name) ? null : $"There is no way to claim {things} called '{name}'; there is: {string.Join(", ", all.Select(way => way.Name))}.";

    /// <summary>The way of a name that isn't refused. One that isn't the shop's says so in the log.</summary>
    public TStrategy Of(string name, IServiceProvider services)
    {
        var way = (TStrategy)ActivatorUtilities.CreateInstance(services, all.Single(one => one.Name == name).Type);
        if (way.Name != all[0].Name)
            LogOtherWay(services.GetRequiredService<ILogger<TStrategy>>(), $"{char.ToUpperInvariant(things[0])}{things[1..]}", way.Name, shops);
        return way;
    }

    [LoggerMessage(LogLevel.Warning, "{Things} are claimed by {Way}, not by {Shops} as the shop does.")]
    private static partial void LogOtherWay(ILogger logger, string things, string way, string shops);
}
