namespace Dugout.Faults;

/// <summary>An edit of the product's sources, for a fault that no service and no schema can bring about. It is made in the scratch copy only.</summary>
/// <param name="Fault">The fault whose switch its replacement asks.</param>
/// <param name="File">The file, from the checkout's root.</param>
/// <param name="Find">A text that occurs once under <c>src</c>, in that file.</param>
/// <param name="Replacement">What stands there in the copy: the same, unless <c>Fault.Is</c> says that the fault is switched on.</param>
public sealed record SourceEdit(string Fault, string File, string Find, string Replacement)
{
    /// <summary>Why it can't be made in some sources; null where it can.</summary>
    /// <param name="sources">The texts under <c>src</c>, by path from the checkout's root.</param>
    public string? ErrorIn(IReadOnlyDictionary<string, string> sources)
    {
        ArgumentNullException.ThrowIfNull(sources);
        var found = sources.Where(source => source.Key.StartsWith("src/", StringComparison.Ordinal) && source.Value.Contains(Find, StringComparison.Ordinal)).ToList();
        var times = found.Sum(source => source.Value.Split(Find).Length - 1);
        return times == 1 && found[0].Key == File ? null : $"The text that the fault {Fault} replaces in {File} occurs {times} times under src: {Find}";
    }
}
