using System.Diagnostics;

namespace Dugout.Faults.Check;

/// <summary>
/// Sees every fault caught: the tests named for the faults pass without one, and with one of them switched on exactly those fail that are to.
/// </summary>
internal static class FaultCheck
{
    /// <summary>Each run has servers of its own, and waits for them for half of its time.</summary>
    private const int AtOnce = 2;

    /// <summary>Checks faults, and prints a line for each.</summary>
    /// <param name="names">Which; all where none is named.</param>
    /// <param name="repeats">How often each.</param>
    /// <returns>The exit code.</returns>
    public static async Task<int> RunAsync(IReadOnlyList<string> names, int repeats)
    {
        if (names.Except(FaultList.All.Select(fault => fault.Name)).ToList() is { Count: > 0 } unknown)
            return Failed($"There is no fault called {string.Join(", ", unknown)}; there is: {string.Join(", ", FaultList.All.Select(fault => fault.Name))}.");
        List<ProductFault> faults = [.. FaultList.All.Where(fault => names.Count == 0 || names.Contains(fault.Name))];

        var since = Stopwatch.StartNew();
        if (ScratchCopy.Make([.. FaultList.All.SelectMany(fault => fault.Edits)]) is { Count: > 0 } errors)
            return Failed(string.Join('\n', errors));
        var projects = faults.SelectMany(TestsOf).Select(test => test.Project).Distinct().ToList();
        if (await ScratchCopy.BuildAsync(["tests/Faults", .. projects.Select(project => $"tests/{project}")]) is { Length: > 0 } said)
            return Failed(said);
        Console.WriteLine($"The copy is built: {since.Elapsed.TotalSeconds:0} s.");

        if (await ErrorWithoutFaultAsync(faults) is { Length: > 0 } error)
            return Failed(error);

        var caught = 0;
        await Parallel.ForEachAsync(faults, new ParallelOptions { MaxDegreeOfParallelism = AtOnce }, async (fault, _) =>
        {
            if (await IsCaughtAsync(fault, repeats))
                Interlocked.Increment(ref caught);
        });
        Console.WriteLine($"{caught} of {faults.Count} caught in {since.Elapsed.TotalSeconds:0} s.");
        return caught == faults.Count ? 0 : 1;
    }

    private static IEnumerable<NamedTest> TestsOf(ProductFault fault) => fault.Fails.Concat(fault.Passes);

    /// <summary>Runs the tests of all faults at once without one.</summary>
    private static async Task<string> ErrorWithoutFaultAsync(IReadOnlyList<ProductFault> faults)
    {
        var since = Stopwatch.StartNew();
        foreach (var project in faults.SelectMany(TestsOf).GroupBy(test => test.Project))
        {
            var results = await TestRun.RunAsync(project.Key, project, name: "none", switches: "");
            var missing = project.Where(test => !results.Any(result => IsOf(result, test))).Select(test => $"{test} did not run.");
            var red = results.Where(result => result.Result != "Pass").Select(result => $"{result.Display} without a fault: {result.Result}. {result.Message}");
            if (string.Join('\n', missing.Concat(red)) is { Length: > 0 } error)
                return error;
        }

        Console.WriteLine($"Without a fault the tests pass: {since.Elapsed.TotalSeconds:0} s.");
        return "";
    }

    private static async Task<bool> IsCaughtAsync(ProductFault fault, int repeats)
    {
        List<double> seconds = [];
        List<string> errors = [];
        for (var turn = 1; turn <= repeats; turn++)
        {
            var since = Stopwatch.StartNew();
            List<string> wrong = [];
            foreach (var project in TestsOf(fault).GroupBy(test => test.Project))
            {
                var results = await TestRun.RunAsync(project.Key, project, fault.Name, fault.Switches);
                wrong.AddRange(fault.Fails.Where(project.Contains).Select(test => ErrorOf(test, results, shouldFail: true)).OfType<string>());
                wrong.AddRange(fault.Passes.Where(project.Contains).Select(test => ErrorOf(test, results, shouldFail: false)).OfType<string>());
            }

            seconds.Add(since.Elapsed.TotalSeconds);
            if (wrong.Count > 0)
                errors.Add(string.Join(' ', wrong));
        }

        var times = repeats == 1 ? "" : $" in {repeats - errors.Count} of {repeats}";
        var took = repeats == 1 ? $"{seconds[0]:0} s" : $"{seconds.Min():0} to {seconds.Max():0} s";
        Console.WriteLine($"{fault.Name}: {(errors.Count == 0 ? "caught" : "NOT CAUGHT")}{times}, {took}, by {string.Join(", ", fault.Fails)}");
        foreach (var error in errors)
            Console.WriteLine($"    {error}");
        return errors.Count == 0;
    }

    /// <summary>What is wrong with the results of a test; null where they are as they have to be.</summary>
    private static string? ErrorOf(NamedTest test, IReadOnlyList<TestCaseResult> results, bool shouldFail)
    {
        var meant = results.Where(result => IsOf(result, test)).ToList();
        if (meant.Count == 0)
            return $"{test} did not run.";
        var other = meant.FirstOrDefault(result => shouldFail ? !result.FailedByAssertion : result.Result != "Pass");
        return other is null ? null : $"{other.Display}: {other.Result}. {other.Exception} {other.Message}";
    }

    private static bool IsOf(TestCaseResult result, NamedTest test) =>
        result.Test == test.FullName && result.Display.Contains(test.Cases, StringComparison.Ordinal);

    private static int Failed(string why)
    {
        Console.Error.WriteLine(why);
        return 1;
    }
}
