namespace Dugout.Platform.Http;

/// <summary>Times as the database stores them: in UTC without a time zone, with microseconds.</summary>
internal static class Times
{
    private static readonly DateTime First = new(2000, 1, 1, 0, 0, 0, DateTimeKind.Utc);
    private static readonly DateTime Last = new(2100, 1, 1, 0, 0, 0, DateTimeKind.Utc);

    /// <summary>Marks a time that was read from a column as UTC.</summary>
    public static DateTime Utc(this DateTime column) => DateTime.SpecifyKind(column, DateTimeKind.Utc);

    /// <summary>Truncates a time to the precision of a column, so that response and row agree.</summary>
    public static DateTime Microseconds(this DateTime time) => time.AddTicks(-(time.Ticks % TimeSpan.TicksPerMicrosecond));

    /// <summary>Returns the error of a time sent by a client; null where it is UTC and within this century.</summary>
    public static Problem? ErrorOf(string field, DateTime? time) =>
        time is null || (time.Value.Kind == DateTimeKind.Utc && time >= First && time < Last)
            ? null
            : Problem.InvalidField(field, "Give a time of this century in UTC, such as 2027-04-01T02:00:00Z.");
}
