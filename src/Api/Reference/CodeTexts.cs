using System.Reflection;
using System.Text.RegularExpressions;
using System.Xml.Linq;

namespace Dugout.Api.Reference;

/// <summary>The documentation of an assembly's types as Markdown, read from the XML file that the compiler writes beside the assembly.</summary>
internal sealed partial class CodeTexts(Assembly assembly)
{
    private readonly Lazy<Dictionary<string, XElement>> _summaries = new(() => XDocument.Load(Path.ChangeExtension(assembly.Location, ".xml"))
        .Descendants("member")
        .Where(member => member.Attribute("name")!.Value.StartsWith("T:", StringComparison.Ordinal) && member.Element("summary") is not null)
        .ToDictionary(member => member.Attribute("name")!.Value[2..], member => member.Element("summary")!));

    /// <summary>The text of a type.</summary>
    /// <exception cref="InvalidOperationException">The type has no documentation.</exception>
    public CodeText Of(Type type)
    {
        var name = type.FullName!.Replace('+', '.');
        if (!_summaries.Value.TryGetValue(name, out var summary))
            throw new InvalidOperationException($"{name} has no documentation.");

        var whole = Blank().Replace(string.Concat(summary.Nodes().Select(TextOf)), " ").Trim();
        // A reference for readers of the code; readers of the document have the schema instead.
        whole = Reference().Replace(whole, "");
        var first = FirstSentence().Match(whole).Value;
        return new(whole, first.TrimEnd('.'), whole[first.Length..].Trim());
    }

    private static string TextOf(XNode node) => node switch
    {
        XText text => text.Value,
        XElement { Name.LocalName: "c" } code => $"`{code.Value}`",
        XElement { Name.LocalName: "see" } see when see.Attribute("cref")?.Value is { } referred => $"`{referred[(referred.LastIndexOf('.') + 1)..]}`",
        XElement element => string.Concat(element.Nodes().Select(TextOf)),
        _ => "",
    };

    [GeneratedRegex(@"\s+")]
    private static partial Regex Blank();

    [GeneratedRegex(@"[;,] see `\w+`")]
    private static partial Regex Reference();

    [GeneratedRegex(@"^.*?\.(?=\s|$)")]
    private static partial Regex FirstSentence();
}

/// <summary>A text of the code.</summary>
/// <param name="Whole">All of it.</param>
/// <param name="FirstSentence">Its first sentence, without the full stop.</param>
/// <param name="Rest">The other sentences.</param>
internal sealed record CodeText(string Whole, string FirstSentence, string Rest);
