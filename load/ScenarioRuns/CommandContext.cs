using Dugout.Load.Checks;
using Dugout.Load.Results;
using Dugout.Load.Scenarios;
using Spectre.Console;

namespace Dugout.Load.ScenarioRuns;

/// <summary>The program's environment, replaceable in tests.</summary>
internal sealed record CommandContext
{
    /// <summary>The output of results.</summary>
    public required TextWriter Output { get; init; }

    /// <summary>The output of the one line about a wrong start.</summary>
    public required TextWriter Errors { get; init; }

    /// <summary>The interactive terminal; null when the output is a file or a pipe, and then nothing is drawn.</summary>
    public IAnsiConsole? Screen { get; init; }

    /// <summary>The folder that contains the folder of records.</summary>
    public string Home { get; init; } = Circumstances.Checkout;

    /// <summary>Opens the rows behind a connection string.</summary>
    public required Func<string, ISaleRecords> OpenRecords { get; init; }

    /// <summary>The clock for games on sale.</summary>
    public TimeProvider Time { get; init; } = TimeProvider.System;

    /// <summary>The time-out of a request; null for the default.</summary>
    public TimeSpan? Patience { get; init; }

    /// <summary>Shows the progress of a run until it is over: drawn each second on a terminal, a line every five seconds for a log.</summary>
    public Task WatchAsync(Lab lab, CancellationToken ended) => Screen is { } screen ? new LiveView(lab, screen).RunAsync(ended) : new Progress(lab, Output).RunAsync(ended);
}
