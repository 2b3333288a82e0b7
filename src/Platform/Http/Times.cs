namespace Dugout.Platform.Http;

/// <summary>Times as the database stores them: in UTC without a time zone, with microseconds.</summary>
internal static class Times
{
    /// <summary>Marks a time that was read from a column as UTC.</summary>
    public static DateTime Utc(this DateTime column) => DateTime.SpecifyKind(column, DateTimeKind.Utc);

    /// <summary>Truncates a time to the precision of a column, so that response and row agree.</summary>
    public static DateTime Microseconds(this DateTime time) => time.AddTicks(-(time.Ticks % TimeSpan.TicksPerMicrosecond));
}
