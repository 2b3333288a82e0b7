using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Logging;

namespace Dugout.Platform.Hosting;

/// <summary>One of several strategies for the same job, so that they can be compared.</summary>
public interface IStrategy
{
    /// <summary>Name of the strategy in the settings.</summary>
    string Name { get; }
}

/// <summary>The strategies for a kind of claim, by their names in the settings; the first is the default of the shop.</summary>
/// <param name="things">The claimed things, such as <c>seats</c>.</param>
/// <param name="shops">The default strategy in words.</param>
/// <param name="all">All strategies.</param>
internal sealed partial class StrategyRegistry<TStrategy>(string things, string shops, IReadOnlyList<(string Name, Type Type)> all)
    where TStrategy : class, IStrategy
{
    /// <summary>Returns the error for an unknown name; null for a known one.</summary>
    public string? Problem(string name) =>
        all.Any(way => way.Name == name) ? null : $"'{name}' is not a strategy to claim {things}; give one of {string.Join(", ", all.Select(way => way.Name))}.";

    /// <summary>Creates the strategy with a known name. Logs a warning if it is not the default.</summary>
    public TStrategy Of(string name, IServiceProvider services)
    {
        var way = (TStrategy)ActivatorUtilities.CreateInstance(services, all.Single(one => one.Name == name).Type);
        if (way.Name != all[0].Name)
            LogOtherStrategy(services.GetRequiredService<ILogger<TStrategy>>(), $"{char.ToUpperInvariant(things[0])}{things[1..]}", way.Name, shops);
        return way;
    }

    [LoggerMessage(LogLevel.Warning, "{Things} are claimed with the strategy {Strategy} instead of the default, {DefaultStrategy}.")]
    private static partial void LogOtherStrategy(ILogger logger, string things, string strategy, string defaultStrategy);
}
