using Dugout.Load.Checks;
using Dugout.Load.Results;
using Dugout.Load.Scenarios;
using Spectre.Console;

namespace Dugout.Load;

/// <summary>What the program meets outside itself, so that a test can stand in for it.</summary>
internal sealed record CommandContext
{
    /// <summary>Where results go.</summary>
    public required TextWriter Output { get; init; }

    /// <summary>Where the one line about a wrong start goes.</summary>
    public required TextWriter Errors { get; init; }

    /// <summary>The terminal on which somebody watches; null when the output is a file or a pipe, and then nothing is drawn.</summary>
    public IAnsiConsole? Screen { get; init; }

    /// <summary>Where the folder of records is.</summary>
    public string Home { get; init; } = Circumstances.Checkout;

    /// <summary>Opens the rows behind a connection string.</summary>
    public required Func<string, ISaleRecords> OpenRecords { get; init; }

    /// <summary>The clock games on sale are judged by.</summary>
    public TimeProvider Time { get; init; } = TimeProvider.System;

    /// <summary>How long a request may take before it has failed; null for the usual time.</summary>
    public TimeSpan? Patience { get; init; }

    /// <summary>Shows how a run goes on until it is over: drawn each second for somebody who watches, a line every five for a log.</summary>
    public Task WatchAsync(Lab lab, CancellationToken ended) => Screen is { } screen ? new LiveView(lab, screen).RunAsync(ended) : new Progress(lab, Output).RunAsync(ended);
}
