using System.Text.RegularExpressions;
using Xunit;

namespace Dugout.Architecture.Tests;

/// <summary>The Markdown of the checkout: links lead somewhere, named tests exist, and all of it stays short enough to read.</summary>
public sealed partial class DocumentsTests
{
    private const int MostWords = 15_000;

    private static readonly Dictionary<string, string> Documents = Directory.EnumerateFiles(Sources.Root, "*.md", SearchOption.AllDirectories)
        .ToDictionary(file => Path.GetRelativePath(Sources.Root, file), File.ReadAllText)
        .Where(file => !NotOurs().IsMatch("/" + file.Key)).ToDictionary();

    [Fact]
    public void Links_lead_to_files() => Assert.Empty(Documents.SelectMany(document => BrokenLinks(document.Key, document.Value)));

    [Theory]
    [InlineData("[a](README.md)", 0)]
    [InlineData("[a](tests/README.md#anchor) and ![b](src)", 0)]
    [InlineData("[a](https://example.com/x.md)", 0)]
    [InlineData("[a](tests/README.txt)", 1)]
    public void A_broken_link_is_found(string text, int broken) => Assert.Equal(broken, BrokenLinks("README.md", text).Count());

    [Fact]
    public void Named_tests_exist() => Assert.Empty(Documents.SelectMany(document => UnknownTests(document.Value).Select(name => $"{document.Key} names {name}, which does not exist.")));

    [Fact]
    public void A_test_that_does_not_exist_is_found() => Assert.Equal(["SeatRacesTests"], UnknownTests("`SeatsRaces` and `SeatRacesTests`, but no SeatRacesTests"));

    [Fact]
    public void All_of_it_can_be_read()
    {
        // Published results grow with every experiment.
        var words = Documents.Where(document => !document.Key.StartsWith("load/published/", StringComparison.Ordinal)).Sum(document => document.Value.Split((char[]?)null, StringSplitOptions.RemoveEmptyEntries).Length);

        Assert.InRange(words, 1, MostWords);
    }

    private static IEnumerable<string> BrokenLinks(string document, string text) =>
        from Match link in Link().Matches(text)
        let target = Path.Combine(Sources.Root, Path.GetDirectoryName(document)!, link.Groups["path"].Value)
        where !Path.Exists(target)
        select $"{document} links to {link.Groups["path"].Value}, which does not exist.";

    private static IEnumerable<string> UnknownTests(string text) =>
        TestClass().Matches(text).Select(match => match.Groups["name"].Value).Distinct()
            .Where(name => !Sources.Real.Under("tests").Any(file => file.Value.Contains($"class {name}", StringComparison.Ordinal)));

    [GeneratedRegex(@"/(artifacts|\.run|\.lab|\.git|node_modules|StrykerOutput)/")]
    private static partial Regex NotOurs();

    [GeneratedRegex(@"\]\((?!https?:)(?<path>[^)#\s]+)(#[^)]*)?\)")]
    private static partial Regex Link();

    [GeneratedRegex(@"`(?<name>[A-Z]\w+(Tests|Races|Crashes|Budgets))`")]
    private static partial Regex TestClass();
}
