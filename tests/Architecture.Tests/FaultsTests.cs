using Dugout.Faults;
using Xunit;

namespace Dugout.Architecture.Tests;

/// <summary>The faults of tests/Faults fit the checkout: what they replace is there, what has to notice them is there, and the table says so.</summary>
public sealed class FaultsTests
{
    private const string Readme = "tests/Faults/README.md";
    private const string Header = "|-|-|-|-|";

    [Fact]
    public void The_table_in_the_README_is_the_list()
    {
        var lines = File.ReadAllLines(Path.Combine(Sources.Root, Readme));

        Assert.Equal(FaultList.All.Select(fault => fault.TableRow), lines.SkipWhile(line => line != Header).Skip(1).TakeWhile(line => line.StartsWith('|')));
    }

    [Fact]
    public void Every_name_is_given_once() => Assert.Equal(FaultList.All.Count, FaultList.All.Select(fault => fault.Name).Distinct().Count());

    [Fact]
    public void Every_switch_changes_something() => Assert.Empty(FaultList.All.SelectMany(fault => fault.UnknownSwitches.Select(name => $"{fault.Name}: {name}")));

    [Fact]
    public void Every_text_to_replace_occurs_once() => Assert.Empty(FaultList.All.SelectMany(fault => fault.Edits).Select(edit => edit.ErrorIn(Sources.Real.Files)).OfType<string>());

    /// <summary>Missing, in another file than the edit says, and twice.</summary>
    [Theory]
    [InlineData("src/A.cs", "one")]
    [InlineData("src/B.cs", "two")]
    [InlineData("src/A.cs", "two two")]
    public void A_text_that_does_not_occur_once_is_found(string file, string text) =>
        Assert.NotNull(new SourceEdit("fault", "src/A.cs", "two", "three").ErrorIn(new Dictionary<string, string> { [file] = text, ["tests/A.cs"] = "two" }));

    [Fact]
    public void Every_test_is_there() => Assert.Empty(
        from fault in FaultList.All
        from test in fault.Fails.Concat(fault.Passes)
        where !Sources.Real.Under($"tests/{test.Project}").Any(file => test.IsIn(file.Value))
        select $"{fault.Name} names {test.FullName}, which is not there.");

    [Theory]
    [InlineData("namespace A.B;\nclass C\n{\n    void M()", true)]
    [InlineData("namespace A.B;\nclass C\n{\n    void More()", false)]
    [InlineData("namespace A.B;\nclass CC\n{\n    void M()", false)]
    [InlineData("namespace A;\nclass C\n{\n    void M()", false)]
    public void A_test_that_is_not_there_is_found(string text, bool isThere) => Assert.Equal(isThere, new NamedTest("A.B.C", "M").IsIn(text));
}
