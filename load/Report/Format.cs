using System.Globalization;

namespace Dugout.Load.Report;

/// <summary>Numbers as pages show them.</summary>
internal static class Format
{
    /// <summary>A count.</summary>
    public static string Whole(long count) => count.ToString("#,0", CultureInfo.InvariantCulture);

    /// <summary>A measured value: three decimals below 10, else one.</summary>
    public static string Number(double value) => value.ToString(Math.Abs(value) < 10 ? "0.000" : "#,0.0", CultureInfo.InvariantCulture);

    /// <summary>Microseconds in milliseconds; a dash where there are none.</summary>
    public static string Milliseconds(long? microseconds) => microseconds is { } value ? (value / 1_000.0).ToString("0.00", CultureInfo.InvariantCulture) : "-";
}
