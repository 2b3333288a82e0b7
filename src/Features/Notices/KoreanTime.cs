namespace Dugout.Features.Notices;

/// <summary>Korean days: they begin nine hours before UTC days.</summary>
internal static class KoreanTime
{
    private static readonly TimeSpan Offset = TimeSpan.FromHours(9);

    /// <summary>The start of tomorrow, UTC.</summary>
    public static DateTime DayEnd(DateTime now) => (now + Offset).Date.AddDays(1) - Offset;

    /// <summary>The number of a time span of the given length, counted from a Korean midnight. A reminder is written once per span.</summary>
    public static long Turn(DateTime now, int seconds) => (long)(now + Offset - DateTime.UnixEpoch).TotalSeconds / seconds;
}
