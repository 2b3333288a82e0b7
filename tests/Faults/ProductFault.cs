using Dugout.Faults.Injection;

namespace Dugout.Faults;

/// <summary>A way for the product to be wrong, and the ordinary tests that have to notice.</summary>
/// <param name="Name">What DUGOUT_FAULT calls it.</param>
/// <param name="Promise">What the product promises, as a sentence.</param>
/// <param name="What">What is wrong with the fault.</param>
public sealed record ProductFault(string Name, string Promise, string What)
{
    /// <summary>What it switches on, separated by commas: itself, unless it needs others.</summary>
    public string Switches { get; init; } = Name;

    /// <summary>
    /// Faults with the same word are switched on in one run of their tests, since a run starts servers of its own: they are of different slices, and no test of one
    /// is about another. Empty for a run of its own.
    /// </summary>
    public string Together { get; init; } = "";

    /// <summary>The edits it needs.</summary>
    public IReadOnlyList<SourceEdit> Edits { get; init; } = [];

    /// <summary>The tests that fail with it. At least one case of each runs, and all of those that are meant fail by an assertion.</summary>
    public required IReadOnlyList<NamedTest> Fails { get; init; }

    /// <summary>The tests that pass although it is there: the fault takes nothing from what they are about.</summary>
    public IReadOnlyList<NamedTest> Passes { get; init; } = [];

    /// <summary>Its line in the README.</summary>
    public string TableRow => $"|{Promise}|`{Name}`: {What}|{string.Join(", ", Kinds.Distinct())}|{string.Join(", ", Fails.Select(test => $"`{test}`"))}|";

    /// <summary>What it switches on that nothing here listens to.</summary>
    public IEnumerable<string> UnknownSwitches => Switches.Split(',').Where(name => !KindsOf(name).Any());

    private IEnumerable<string> Kinds => Switches.Split(',').SelectMany(KindsOf);

    private IEnumerable<string> KindsOf(string name)
    {
        if (ServiceReplacements.All.ContainsKey(name))
            yield return "service";
        if (SchemaVariants.All.ContainsKey(name))
            yield return "schema";
        if (Edits.Any(edit => edit.Fault == name))
            yield return "edit";
    }
}
