using System.Globalization;

namespace Dugout.Browser.Tests;

/// <summary>The contrast of colours, as browsers write them: <c>rgb(1, 2, 3)</c>.</summary>
internal static class Colours
{
    /// <summary>What text has to stand out by: WCAG 2.2, success criterion 1.4.3, level AA.</summary>
    public const double Readable = 4.5;

    /// <summary>The contrast ratio of two colours, by WCAG 2.2.</summary>
    public static double Contrast(string one, string other)
    {
        var (bright, dark) = (Math.Max(Luminance(one), Luminance(other)), Math.Min(Luminance(one), Luminance(other)));
        return (bright + 0.05) / (dark + 0.05);
    }

    /// <summary>The relative luminance of a colour such as <c>rgb(1, 2, 3)</c>, by WCAG 2.2.</summary>
    public static double Luminance(string colour)
    {
        var parts = colour[(colour.IndexOf('(', StringComparison.Ordinal) + 1)..^1].Split(',')
            .Select(part => double.Parse(part, CultureInfo.InvariantCulture) / 255)
            .Select(part => part <= 0.04045 ? part / 12.92 : Math.Pow((part + 0.055) / 1.055, 2.4)).ToArray();
        return (0.2126 * parts[0]) + (0.7152 * parts[1]) + (0.0722 * parts[2]);
    }
}
