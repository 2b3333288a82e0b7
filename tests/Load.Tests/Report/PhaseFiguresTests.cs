using Dugout.Load.Report;
using Dugout.Load.Results;
using Xunit;

namespace Dugout.Load.Tests.Report;

public sealed class PhaseFiguresTests
{
    [Fact]
    public async Task Each_phase_has_the_seconds_it_lasted()
    {
        PhaseRecord[] phases = [new(10, 10, null, 8), new(10, 10, null, 12)];
        var record = Runs.Example with { Settings = Runs.Example.Settings with { Phases = phases } };

        // In the tenth second ten iterations failed, and none has a time.
        Assert.Equal(
            [new PhaseFigures(phases[0], 80, 0, 72, 0, 0, 20_000, 80_000, 80_000), new PhaseFigures(phases[1], 120, 0, 99, 0, 10, 20_000, 80_000, 80_000)],
            PhaseFigures.Of(record));
        Assert.Contains("<h2>Phases</h2>", await Page.OfAsync(record), StringComparison.Ordinal);
        Assert.DoesNotContain("<h2>Phases</h2>", await Page.OfAsync(Runs.Example), StringComparison.Ordinal);
    }

    [Fact]
    public void Sustained_throughput_ends_as_it_began()
    {
        // Four seconds each, 9 ok in every one but the tenth.
        Assert.Equal(1.0, SustainedThroughput.Of(Runs.Example));
        Assert.Null(SustainedThroughput.Of(Runs.Example with { Settings = Runs.Example.Settings with { Phases = [new PhaseRecord(10, 10, null, 4)] } }));
    }
}
