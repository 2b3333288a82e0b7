using System.Text.RegularExpressions;

namespace Dugout.Infrastructure.Run;

/// <summary>A line of a program's output as Aspire stores it: prefixed with its time, with the terminal's colour codes.</summary>
public static partial class ConsoleLine
{
    /// <summary>Returns the line without time and colours.</summary>
    public static string Plain(string content) => Colour().Replace(Time().Replace(content, ""), "");

    [GeneratedRegex(@"^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d+Z ")]
    private static partial Regex Time();

    [GeneratedRegex(@"\e\[[0-9;]*m")]
    private static partial Regex Colour();
}
