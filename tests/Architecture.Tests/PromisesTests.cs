using System.Globalization;
using System.Text.RegularExpressions;
using Dugout.Faults;
using Xunit;

namespace Dugout.Architecture.Tests;

/// <summary>
/// The ten promises of both READMEs: promise, the test it cites, and the fault of <c>tests/Faults</c> that takes what enforces the promise, with which that test must fail.
/// CI injects the fault and sees the test fail.
/// </summary>
public sealed partial class PromisesTests
{
    private static readonly (string Promise, string Test, string Fault)[] Promises =
    [
        ("A seat is never sold twice", "ClaimStrategyRaces", "claim-key-dropped"),
        ("A repeated request never buys twice", "RetryRaces", "key-after-commit"),
        ("An account never exceeds its seat limit", "ContendedSaleTests", "limit-without-lock"),
        ("A campaign never gives away too many coupons", "CouponRaces", "coupon-read-then-write"),
        ("No payment without goods, no goods without payment", "PaymentCrashes", "payment-key-a-request"),
        ("You read your own writes on any replica", "OwnWritesTests", "seen-ignored"),
        ("A cached response equals the computed one", "ResponseCacheTests", "cache-key-too-short"),
        ("A dying replica fails no unanswered read", "KilledReplicaTests", "reads-not-retried"),
        ("A response within five seconds, whatever hangs", "FaultyLinksTests", "no-deadlines"),
        ("A sale survives any single killed process", "SaleUnderFaultsTests", "sold-only-in-redis"),
    ];

    [Fact]
    public void The_README_has_these_promises_in_this_order() => Assert.Equal(Promises.Select(one => one.Promise), RowsOf(Readme("README.md")).Select(row => row.Promise));

    [Theory]
    [InlineData("README.md")]
    [InlineData("README.ko.md")]
    public void Each_promise_cites_the_test_that_its_fault_fails(string file)
    {
        var rows = RowsOf(Readme(file));

        Assert.Equal(Promises.Select(one => one.Test), rows.Select(row => row.Test));
        Assert.Empty(rows.Zip(Promises, (row, promise) => Problem(row, promise.Fault)).OfType<string>());
    }

    /// <summary>No such fault, a fault that another test catches, no such file, a file without the test.</summary>
    [Theory]
    [InlineData("RetryRaces", "tests/Features.Tests/Seats/RetryRaces.cs", "key-after-commit", true)]
    [InlineData("RetryRaces", "tests/Features.Tests/Seats/RetryRaces.cs", "key-before-commit", false)]
    [InlineData("SeatsRaces", "tests/Features.Tests/Seats/SeatsRaces.cs", "claim-key-dropped", false)]
    [InlineData("RetryRaces", "tests/Features.Tests/RetryRaces.cs", "key-after-commit", false)]
    [InlineData("RetryRaces", "tests/Features.Tests/Seats/SeatsRaces.cs", "key-after-commit", false)]
    public void A_citation_that_no_fault_confirms_is_found(string test, string file, string fault, bool isConfirmed) =>
        Assert.Equal(isConfirmed, Problem(Assert.Single(RowsOf($"| A promise | a key | [`{test}`]({file}) |")), fault) is null);

    [Theory]
    [InlineData("README.md", @"\[(\d+) faults\]")]
    [InlineData("README.ko.md", @"\[결함 (\d+)개\]")]
    public void The_number_of_faults_is_the_length_of_the_list(string file, string pattern) =>
        Assert.Equal(FaultList.All.Count, int.Parse(Regex.Match(Readme(file), pattern).Groups[1].Value, CultureInfo.InvariantCulture));

    private static string Readme(string file) => File.ReadAllText(Path.Combine(Sources.Root, file));

    private static string? Problem((string Promise, string Test, string File) row, string fault)
    {
        var tests = FaultList.All.Where(one => one.Name == fault).SelectMany(one => one.Fails).Where(test => test.Class.EndsWith($".{row.Test}", StringComparison.Ordinal)).ToList();
        if (tests.Count == 0)
            return $"{row.Promise}: no test of {row.Test} is named for the fault {fault}.";
        return Sources.Real.Files.GetValueOrDefault(row.File) is { } source && tests.TrueForAll(test => test.IsIn(source)) ? null : $"{row.Promise}: {row.File} has no {string.Join(", ", tests)}.";
    }

    private static List<(string Promise, string Test, string File)> RowsOf(string text) =>
        [.. Row().Matches(text).Select(match => (match.Groups["promise"].Value, match.Groups["test"].Value, match.Groups["file"].Value))];

    [GeneratedRegex(@"^\| (?<promise>[^|]+) \| [^|]+ \| \[`(?<test>\w+)`\]\((?<file>tests/[^)]+\.cs)\) \|$", RegexOptions.Multiline)]
    private static partial Regex Row();
}
