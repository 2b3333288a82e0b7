namespace Dugout.Migrator.Seed;

/// <summary>
/// The seeded fan events: one of each category in each district, a day apart. Applications are open from today on, except for the first event, which is not open
/// yet, and the second one, which is closed. A quarter of the events have no waiting list. A pure function of the day.
/// </summary>
internal static class SeasonEvents
{
    /// <summary>One event; times in UTC.</summary>
    public sealed record Event(
        long Id, string Title, string Description, string Venue, string District, string Category,
        DateTime StartsAt, DateTime OpensAt, DateTime ClosesAt, int Places, bool HasWaitingList);

    /// <summary>Day of the first event, in days from the day of the seed.</summary>
    private const int FirstDay = 14;

    /// <summary>Start hour in UTC: six in the evening in Korea.</summary>
    private const int Hour = 9;

    private static readonly (string Code, string Name, string Venue)[] Districts =
    [
        ("seoul", "서울", "잠실야구장"), ("incheon", "인천", "인천SSG랜더스필드"), ("suwon", "수원", "수원KT위즈파크"), ("daejeon", "대전", "대전한화생명볼파크"),
        ("daegu", "대구", "대구삼성라이온즈파크"), ("busan", "부산", "사직야구장"), ("changwon", "창원", "창원NC파크"), ("gwangju", "광주", "광주기아챔피언스필드"),
    ];

    private static readonly (string Code, string Name)[] Categories =
        [("signing", "팬 사인회"), ("meeting", "팬 미팅"), ("tour", "구장 투어"), ("clinic", "야구 교실"), ("cheering", "단체 응원"), ("exhibition", "전시")];

    private static readonly int[] Places = [30, 100, 200, 500];

    /// <summary>Returns all events, ids from 1 on.</summary>
    /// <param name="today">The day of the seed.</param>
    public static IReadOnlyList<Event> Of(DateTime today) =>
        [.. Enumerable.Range(0, Districts.Length * Categories.Length).Select(place => Of(place, today))];

    private static Event Of(int place, DateTime today)
    {
        var district = Districts[place % Districts.Length];
        var category = Categories[place / Districts.Length];
        var starts = today.AddDays(FirstDay + place).AddHours(Hour);
        var (opens, closes) = place switch
        {
            0 => (starts.AddHours(-2), starts.AddHours(-1)),
            1 => (today.AddDays(-2), today.AddDays(-1)),
            _ => (today, starts.AddDays(-1)),
        };
        return new(
            place + 1, $"{district.Name} {category.Name}", $"{district.Venue}에서 열리는 {category.Name}입니다. 선착순으로 모십니다.", district.Venue, district.Code, category.Code,
            starts, opens, closes, Places[place % Places.Length], place % Places.Length != Places.Length - 1);
    }
}
