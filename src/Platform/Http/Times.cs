namespace Dugout.Platform.Http;

/// <summary>Times as the database keeps them: UTC without saying so, to the microsecond.</summary>
internal static class Times
{
    private static readonly DateTime First = new(2000, 1, 1, 0, 0, 0, DateTimeKind.Utc);
    private static readonly DateTime Last = new(2100, 1, 1, 0, 0, 0, DateTimeKind.Utc);

    /// <summary>Says of a time that was read from a column that it is UTC.</summary>
    public static DateTime Utc(this DateTime column) => DateTime.SpecifyKind(column, DateTimeKind.Utc);

    /// <summary>As fine as a column keeps it, so that answer and row say the same.</summary>
    public static DateTime Microseconds(this DateTime time) => time.AddTicks(-(time.Ticks % TimeSpan.TicksPerMicrosecond));

    /// <summary>The refusal of a time a client sent; null where it is UTC and of this century.</summary>
    public static Problem? ErrorOf(string field, DateTime? time) =>
        time is null || (time.Value.Kind == DateTimeKind.Utc && time >= First && time < Last)
            ? null
            : Problem.InvalidField(field, "Give a time of this century in UTC, as 2027-04-01T02:00:00Z.");
}
