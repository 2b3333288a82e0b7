using System.Text;

namespace Dugout.Load.Results;

/// <summary>Rows of text, one below the other.</summary>
internal static class Columns
{
    /// <summary>Pads every cell to its column's width, two spaces apart; lines have no trailing spaces.</summary>
    /// <param name="rows">The first is the header. All have the same number of cells.</param>
    /// <param name="numbers">The right-aligned columns, from 0.</param>
    public static string Of(IReadOnlyList<string[]> rows, params IReadOnlyCollection<int> numbers)
    {
        var widths = Enumerable.Range(0, rows[0].Length).Select(column => rows.Max(row => row[column].Length)).ToArray();
        var text = new StringBuilder();
        foreach (var row in rows) text.AppendLine(string.Join("  ", row.Select((cell, column) => numbers.Contains(column) ? cell.PadLeft(widths[column]) : cell.PadRight(widths[column]))).TrimEnd());
        return text.ToString();
    }
}
