namespace Dugout.Features.Notices;

/// <summary>Days as fans count them: Korean ones begin nine hours before those of UTC.</summary>
internal static class KoreanTime
{
    private static readonly TimeSpan Offset = TimeSpan.FromHours(9);

    /// <summary>The first moment of tomorrow, UTC.</summary>
    public static DateTime DayEnd(DateTime now) => (now + Offset).Date.AddDays(1) - Offset;

    /// <summary>The number of a span of so many seconds, counted from a Korean midnight: what is told once a span says it.</summary>
    public static long Turn(DateTime now, int seconds) => (long)(now + Offset - DateTime.UnixEpoch).TotalSeconds / seconds;
}
