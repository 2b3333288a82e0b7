using System.Diagnostics;
using System.Runtime.CompilerServices;
using Xunit;

namespace Dugout.Tests.Support;

/// <summary>Waits for what happens as soon as the machine can do it.</summary>
public static class Wait
{
    private static readonly TimeSpan Pause = TimeSpan.FromMilliseconds(20);

    /// <summary>How long at most for a start of a system: many times what it takes, also on an overloaded machine.</summary>
    public static TimeSpan StartPatience { get; } = TimeSpan.FromMinutes(10);

    /// <summary>
    /// How long at most. It ends a test that would wait for ever, and is no bound of anything: an overloaded machine has taken more than a minute to start a program. With a fault, waiting in vain is
    /// what some tests are to do.
    /// </summary>
    public static TimeSpan Patience { get; } = TimeSpan.FromMinutes(Environment.GetEnvironmentVariable("DUGOUT_FAULT") is null ? 5 : 1);

    /// <summary>Polls until something is so; fails the test after <see cref="Patience"/>.</summary>
    /// <param name="what">What is waited for, for the failure.</param>
    /// <param name="isSo">Whether it is so.</param>
    public static async Task UntilAsync(string what, Func<Task<bool>> isSo)
    {
        ArgumentNullException.ThrowIfNull(isSo);
        for (var since = Stopwatch.StartNew(); !await isSo(); await Task.Delay(Pause, TestContext.Current.CancellationToken))
            Assert.True(since.Elapsed < Patience, $"Not within {Patience}: {what}.");
    }

    /// <inheritdoc cref="UntilAsync(string, Func{Task{bool}})"/>
    public static Task UntilAsync(Func<Task<bool>> isSo, [CallerArgumentExpression(nameof(isSo))] string what = "") => UntilAsync(what, isSo);

    /// <inheritdoc cref="UntilAsync(string, Func{Task{bool}})"/>
    public static Task UntilAsync(Func<bool> isSo, [CallerArgumentExpression(nameof(isSo))] string what = "") => UntilAsync(what, () => Task.FromResult(isSo()));
}
