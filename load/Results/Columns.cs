using System.Text;

namespace Dugout.Load.Results;

/// <summary>Rows of text, one below the other.</summary>
internal static class Columns
{
    /// <summary>Pads every cell to its column's width, two spaces apart; a line ends with its last letter.</summary>
    /// <param name="rows">The first is the head. All have as many cells.</param>
    /// <param name="numbers">The columns that are numbers, from 0: they end at the same place.</param>
    public static string Of(IReadOnlyList<string[]> rows, params IReadOnlyCollection<int> numbers)
    {
        var widths = Enumerable.Range(0, rows[0].Length).Select(column => rows.Max(row => row[column].Length)).ToArray();
        var text = new StringBuilder();
        foreach (var row in rows) text.AppendLine(string.Join("  ", row.Select((cell, column) => numbers.Contains(column) ? cell.PadLeft(widths[column]) : cell.PadRight(widths[column]))).TrimEnd());
        return text.ToString();
    }
}
