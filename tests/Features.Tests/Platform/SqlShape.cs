using System.Reflection;
using System.Reflection.Metadata;
using System.Reflection.Metadata.Ecma335;
using System.Reflection.PortableExecutable;
using System.Text.RegularExpressions;

namespace Dugout.Features.Tests.Platform;

/// <summary>
/// SQL without its values: what two statements have in common that differ in nothing else, and what a statement has in common
/// with the text in the code that it was made from.
/// </summary>
internal static partial class SqlShape
{
    /// <summary>The shape of a statement, or of a piece of one. A value, a placeholder and a list of them are all a question mark.</summary>
    public static string Of(string sql)
    {
        var shape = Blank().Replace(Value().Replace(sql, "?"), " ").Trim();
        shape = Values().Replace(Bracketed().Replace(Values().Replace(shape, "?"), "?"), "?");
        return Alternatives().Replace(shape, "$1");
    }

    /// <summary>The pieces of SQL that a compiled program has in it: where a text is put together, each part of it.</summary>
    public static IReadOnlySet<string> PiecesIn(Assembly program)
    {
        using var file = new PEReader(File.OpenRead(program.Location));
        var metadata = file.GetMetadataReader();
        var pieces = new HashSet<string>();
        for (var text = metadata.GetNextHandle(default(UserStringHandle)); !text.IsNil; text = metadata.GetNextHandle(text))
        {
            if (metadata.GetUserString(text) is var piece && Sql().IsMatch(piece))
                pieces.Add(Of(piece));
        }

        return pieces;
    }

    /// <summary>Literals as the driver writes them, and placeholders.</summary>
    [GeneratedRegex(@"\btimestamp\('[^']*'\)|(?:\b(?:timestamp|date|time|_binary|_utf8mb4)\s*)?(?:\bX)?'(?:''|[^'])*'|\b\d+(?:\.\d+)?\b|\b(?:NULL|TRUE|FALSE)\b|@\w+", RegexOptions.IgnoreCase)]
    private static partial Regex Value();

    [GeneratedRegex(@"\?(?:, ?\?)+")]
    private static partial Regex Values();

    [GeneratedRegex(@"\(\?\)")]
    private static partial Regex Bracketed();

    [GeneratedRegex(@"(\([^()]+\))(?: OR \1)+")]
    private static partial Regex Alternatives();

    [GeneratedRegex(@"\s+")]
    private static partial Regex Blank();

    [GeneratedRegex(@"\b(?:SELECT|INSERT|UPDATE|DELETE|FROM|JOIN|WHERE|ORDER BY)\b|^AND ")]
    private static partial Regex Sql();
}
