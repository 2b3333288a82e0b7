using System.Reflection;

namespace Dugout.Load.Checks;

/// <summary>A database query that passes when it returns no rows: one <c>*.sql</c> file in this folder.</summary>
/// <param name="Sentence">The rule in words: the file's first line.</param>
/// <param name="Sql">The statement.</param>
internal sealed record Rule(string Sentence, string Sql)
{
    /// <summary>Every rule, in the order of the file names.</summary>
    public static IReadOnlyList<Rule> All { get; } = [.. Assembly.GetExecutingAssembly().GetManifestResourceNames().Where(name => name.EndsWith(".sql", StringComparison.Ordinal)).Order(StringComparer.Ordinal).Select(Read)];

    private static Rule Read(string name)
    {
        using var reader = new StreamReader(Assembly.GetExecutingAssembly().GetManifestResourceStream(name)!);
        var lines = reader.ReadToEnd().Split('\n');
        return new Rule(lines[0].TrimStart('-', ' ').TrimEnd('.'), string.Join('\n', lines.SkipWhile(line => line.StartsWith("--", StringComparison.Ordinal))));
    }
}
