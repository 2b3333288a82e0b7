namespace Dugout.Features.Tests.FanEvents;

/// <summary>The events API for operators.</summary>
internal static class Events
{
    public static object Wanted(DateOnly day, string title = "팬 사인회", string district = "daegu", int places = 2, string closesAt = "2039-12-31T00:00:00Z") => new
    {
        title,
        description = "선수와 만나요.",
        venue = "대구삼성라이온즈파크",
        district,
        category = "signing",
        startsAt = $"{EventStand.Text(day)}T09:00:00Z",
        applicationsOpenAt = "2026-01-01T00:00:00Z",
        applicationsCloseAt = closesAt,
        places,
    };
}
