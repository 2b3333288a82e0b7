using System.Diagnostics;

namespace Dugout.Faults.Check;

/// <summary>
/// Sees every fault caught: the tests named for the faults pass without one, and with one of them switched on exactly those fail that are to.
/// </summary>
internal static class FaultCheck
{
    /// <summary>Each run has its own servers, and spends 50 % of its time waiting for them.</summary>
    private const int AtOnce = 2;

    /// <summary>Checks faults, and prints a line for each.</summary>
    /// <param name="names">Which; all where none is named.</param>
    /// <param name="repeats">How often each.</param>
    /// <param name="isAlone">Whether each has a run of its own.</param>
    /// <param name="havePassed">Whether the tests are known to pass without a fault.</param>
    /// <returns>The exit code.</returns>
    public static async Task<int> RunAsync(IReadOnlyList<string> names, int repeats, bool isAlone, bool havePassed)
    {
        if (names.Except(FaultList.All.Select(fault => fault.Name)).ToList() is { Count: > 0 } unknown)
            return Failed($"There is no fault called {string.Join(", ", unknown)}; there is: {string.Join(", ", FaultList.All.Select(fault => fault.Name))}.");
        List<ProductFault> faults = [.. FaultList.All.Where(fault => names.Count == 0 || names.Contains(fault.Name))];

        var since = Stopwatch.StartNew();
        if (ScratchCopy.Make([.. FaultList.All.SelectMany(fault => fault.Edits).Distinct()]) is { Count: > 0 } errors)
            return Failed(string.Join('\n', errors));
        var projects = faults.SelectMany(TestsOf).Select(test => test.Project).Distinct().ToList();
        // They refer to tests/Faults.
        if (await ScratchCopy.BuildAsync(projects.Select(project => $"tests/{project}")) is { Length: > 0 } said)
            return Failed(said);
        Console.WriteLine($"The copy is built: {since.Elapsed.TotalSeconds:0} s.");

        if (!havePassed && await ErrorWithoutFaultAsync(faults) is { Length: > 0 } error)
            return Failed(error);

        var caught = 0;
        var runs = faults.GroupBy(fault => isAlone || fault.Together.Length == 0 ? fault.Name : fault.Together);
        await Parallel.ForEachAsync(runs, new ParallelOptions { MaxDegreeOfParallelism = AtOnce }, async (run, _) =>
        {
            var number = await CaughtAsync([.. run], repeats);
            Interlocked.Add(ref caught, number);
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

    /// <summary>Runs the tests of some faults with all of them switched on.</summary>
    /// <returns>How many of them were caught each time.</returns>
    private static async Task<int> CaughtAsync(IReadOnlyList<ProductFault> faults, int repeats)
    {
        var switches = string.Join(',', faults.SelectMany(fault => fault.Switches.Split(',')).Distinct());
        List<double> seconds = [];
        var errors = faults.ToDictionary(fault => fault.Name, _ => new List<string>());
        for (var turn = 1; turn <= repeats; turn++)
        {
            var since = Stopwatch.StartNew();
            List<TestCaseResult> results = [];
            foreach (var project in faults.SelectMany(TestsOf).GroupBy(test => test.Project))
                results.AddRange(await TestRun.RunAsync(project.Key, project, faults[0].Name, switches));
            seconds.Add(since.Elapsed.TotalSeconds);
            foreach (var fault in faults)
            {
                var wrong = fault.Fails.Select(test => ErrorOf(test, results, shouldFail: true)).Concat(fault.Passes.Select(test => ErrorOf(test, results, shouldFail: false)));
                if (string.Join(' ', wrong.OfType<string>()) is { Length: > 0 } error)
                    errors[fault.Name].Add(error);
            }
        }

        foreach (var fault in faults)
            Print(fault, repeats, errors[fault.Name], seconds);
        return errors.Count(fault => fault.Value.Count == 0);
    }

    private static void Print(ProductFault fault, int repeats, List<string> errors, List<double> seconds)
    {
        var times = repeats == 1 ? "" : $" in {repeats - errors.Count} of {repeats}";
        var took = repeats == 1 ? $"{seconds[0]:0} s" : $"{seconds.Min():0} to {seconds.Max():0} s";
        Console.WriteLine($"{fault.Name}: {(errors.Count == 0 ? "caught" : "NOT CAUGHT")}{times}, {took}, by {string.Join(", ", fault.Fails)}");
        foreach (var error in errors)
            Console.WriteLine($"    {error}");
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
