using System.CommandLine;
using Dugout.Load.Exits;
using Dugout.Load.Scenarios;

namespace Dugout.Load.Cli;

/// <summary>The options that bound the admission of a waiting room.</summary>
internal sealed class RoomLimits
{
    private readonly Option<int> _minRate = Numbers.Whole("--min-rate", 1, 10_000, OpeningOptions.UsualMinRate, "Lowest rate of admission, in fans per second (1..10000).");
    private readonly Option<int> _maxRate = Numbers.Whole("--max-rate", 1, 10_000, OpeningOptions.UsualMaxRate, "Highest rate of admission, in fans per second (1..10000).");
    private readonly Option<int> _maxActive = Numbers.Whole("--max-active", 1, 1_000_000, OpeningOptions.UsualMaxActive, "Maximum number of fans who have a pass and no seat yet (1..1000000).");

    /// <summary>The options of a command.</summary>
    public Option[] Options => [_minRate, _maxRate, _maxActive];

    /// <summary>Reads them.</summary>
    /// <exception cref="UsageException">The lowest rate is more than the highest.</exception>
    public (int MinRate, int MaxRate, int MaxActive) Read(ParseResult parsed)
    {
        var (minRate, maxRate) = (parsed.GetValue(_minRate), parsed.GetValue(_maxRate));
        return minRate > maxRate ? throw new UsageException($"--min-rate {minRate} is more than --max-rate {maxRate}") : (minRate, maxRate, parsed.GetValue(_maxActive));
    }
}
