using System.Text.RegularExpressions;
using Dapper;
using MySqlConnector;

namespace Dugout.Features.Tests.Platform;

/// <summary>How the primary would run a statement.</summary>
internal sealed partial record QueryPlan(string Statement, IReadOnlyList<QueryPlan.Step> Steps)
{
    /// <summary>A look at each row of a table, or at each entry of an index.</summary>
    public const string Scan = "scan";

    /// <summary>Rows are put in order, or gathered first, after they have been found.</summary>
    public const string Sort = "sort";

    /// <summary>The parameters exclude every row, so the plan shows nothing.</summary>
    public const string Nothing = "nothing";

    private const string ServersOwn = "information_schema.";

    /// <summary>One table's part in a plan, a row of EXPLAIN.</summary>
    /// <param name="Select">The number of the SELECT it belongs to.</param>
    /// <param name="Table">The table, whatever the statement calls it; <c>&lt;derived2&gt;</c> for what an inner SELECT gives; empty where there is none.</param>
    /// <param name="Type">How rows are found: <c>const</c>, <c>ref</c>, <c>range</c>, …</param>
    /// <param name="Text">The row of EXPLAIN as text.</param>
    internal sealed record Step(string Select, string Table, string Type, string Text)
    {
        /// <summary>Whether it is what an inner SELECT gives: found by that one's own steps, and there to be read whole.</summary>
        public bool IsDerived => Table.StartsWith('<');

        /// <summary>The key by which rows are found; empty where there is none.</summary>
        public string Key => KeyOf().Match(Text).Groups["key"].Value;
    }

    /// <summary>What costs more as tables grow.</summary>
    /// <param name="What">One of the names above.</param>
    /// <param name="Of">The table; for a sort all tables of the SELECT.</param>
    /// <param name="Text">The row of EXPLAIN that shows it.</param>
    internal sealed record Cost(string What, string Of, string Text);

    /// <summary>The costs of the whole plan.</summary>
    public IEnumerable<Cost> Costs =>
        Steps.Where(step => step.Type is "ALL" or "index" && !step.IsDerived).Select(step => new Cost(Scan, step.Table, step.Text))
        .Concat(Steps.Where(step => Sorting().IsMatch(step.Text)).Select(step => new Cost(Sort, TablesOf(step.Select), step.Text)))
        .Concat(Steps.Where(step => step.Text.EndsWith(": Impossible WHERE", StringComparison.Ordinal)).Select(step => new Cost(Nothing, step.Table, step.Text)));

    /// <summary>Whether a statement looks for rows: not if it writes those it brings along, or is the driver's own. Any other has to have a plan.</summary>
    public static bool LooksForRows(string statement) => !NeedsNoRows().IsMatch(statement);

    /// <summary>Whether a statement keeps others from the rows it finds.</summary>
    public static bool LocksRows(string statement) => LocksWhatItFinds().IsMatch(statement);

    /// <summary>Explains a statement with its recorded parameters.</summary>
    public static async Task<QueryPlan> OfAsync(MySqlConnection connection, string statement)
    {
        try
        {
            var rows = await connection.QueryAsync($"EXPLAIN {statement}");
            return new(statement, [.. rows.Cast<IDictionary<string, object?>>().Select(row => new Step(
                $"{row["id"]}", TableOf(statement, $"{row["table"]}"), $"{row["type"]}",
                string.Join("; ", row.Where(column => column.Value is not null).Select(column => $"{column.Key}: {column.Value}"))))]);
        }
        catch (MySqlException error)
        {
            throw new InvalidOperationException($"This can't be explained: {statement}", error);
        }
    }

    private string TablesOf(string select) =>
        string.Join(", ", Steps.Where(step => step.Select == select).Select(step => step.Table).Distinct().Order(StringComparer.Ordinal));

    /// <summary>The table behind the name a statement gives it.</summary>
    private static string TableOf(string statement, string name) =>
        name.Length > 0 && statement.Contains($"{ServersOwn}{name}", StringComparison.OrdinalIgnoreCase)
            ? ServersOwn + name.ToLowerInvariant()
            : Named().Matches(statement).FirstOrDefault(match => match.Groups["name"].Value == name)?.Groups["table"].Value ?? name;

    [GeneratedRegex("Using (?:filesort|temporary)")]
    private static partial Regex Sorting();

    [GeneratedRegex(@"\b(?:FROM|JOIN|STRAIGHT_JOIN) `?(?<table>\w+)`? (?:AS )?`?(?<name>\w+)`?")]
    private static partial Regex Named();

    [GeneratedRegex(@"(?:^|; )key: (?<key>\w+)")]
    private static partial Regex KeyOf();

    [GeneratedRegex(@"^(?:UPDATE|DELETE)\b|\bFOR UPDATE\b")]
    private static partial Regex LocksWhatItFinds();

    [GeneratedRegex(@"^INSERT INTO [^(]+\([^)]+\)\s+VALUES\b|^DO (?:0|SLEEP\(0\))$|^KILL QUERY \d+$")]
    private static partial Regex NeedsNoRows();
}
