using System.Text.RegularExpressions;

namespace Dugout.Faults;

/// <summary>A test, or some cases of it.</summary>
/// <param name="Class">Its class with namespace, such as <c>Dugout.Features.Tests.Seats.FenceTests</c>.</param>
/// <param name="Method">Its method.</param>
/// <param name="Cases">A part of the display names of the cases that are meant; empty for all.</param>
public sealed record NamedTest(string Class, string Method, string Cases = "")
{
    /// <summary>The folder under <c>tests</c> and of the built program.</summary>
    public string Project => Class.Split('.')[1] + ".Tests";

    /// <summary>The name that the test runner takes.</summary>
    public string FullName => $"{Class}.{Method}";

    /// <summary>Whether a source has it.</summary>
    public bool IsIn(string source)
    {
        var (space, name) = (Class[..Class.LastIndexOf('.')], Class[(Class.LastIndexOf('.') + 1)..]);
        return source.Contains($"namespace {space};", StringComparison.Ordinal)
            && Regex.IsMatch(source, $@"\bclass {name}\b") && Regex.IsMatch(source, $@"\b(void|Task) {Method}\(");
    }

    /// <inheritdoc/>
    public override string ToString() => Cases.Length == 0 ? $"{Class.Split('.')[^1]}.{Method}" : $"{Class.Split('.')[^1]}.{Method} ({Cases})";
}
