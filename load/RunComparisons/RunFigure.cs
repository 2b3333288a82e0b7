using System.Globalization;

namespace Dugout.Load.RunComparisons;

/// <summary>One figure of two runs.</summary>
/// <param name="Name">Its name, with its unit unless it is a count.</param>
/// <param name="A">The value of the first run; null where it has none.</param>
/// <param name="B">The value of the second.</param>
/// <param name="IsCount">Whether it is a whole number of things.</param>
internal sealed record RunFigure(string Name, double? A, double? B, bool IsCount = false)
{
    private const string None = "-";

    /// <summary>B divided by A; null where one of them is missing, or A is 0.</summary>
    public double? Ratio => A is > 0 ? B / A : null;

    /// <summary>The cells of its row: name, A, B, ratio. A dash stands for what is missing.</summary>
    public string[] Cells => [Name, Text(A), Text(B), Ratio is { } ratio ? ratio.ToString("0.000", CultureInfo.InvariantCulture) : None];

    private string Text(double? value) => value is { } known ? known.ToString(IsCount ? "#,0" : Math.Abs(known) < 10 ? "0.000" : "#,0.0", CultureInfo.InvariantCulture) : None;
}
