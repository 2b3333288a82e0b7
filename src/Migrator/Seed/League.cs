namespace Dugout.Migrator.Seed;

/// <summary>The ten clubs, the nine stadiums they play in, and the stands of a stadium.</summary>
internal static class League
{
    public sealed record Stadium(long Id, string Name);

    public sealed record Team(long Id, string Code, string Name, long StadiumId);

    /// <param name="Id">The stand's id.</param>
    /// <param name="Name">Name of the stand and of the seat grade sold in it.</param>
    /// <param name="Price">Price of a seat, whole won.</param>
    /// <param name="Blocks">Number of blocks; all have the same shape.</param>
    public sealed record Stand(long Id, string Name, long Price, int Blocks)
    {
        public int Capacity => Blocks * RowsPerBlock * SeatsPerRow;
    }

    public const int RowsPerBlock = 20;
    public const int SeatsPerRow = 25;

    public static IReadOnlyList<Stadium> Stadiums { get; } =
    [
        new(1, "잠실야구장"), new(2, "고척스카이돔"), new(3, "인천SSG랜더스필드"), new(4, "수원KT위즈파크"), new(5, "대전한화생명볼파크"),
        new(6, "대구삼성라이온즈파크"), new(7, "사직야구장"), new(8, "창원NC파크"), new(9, "광주기아챔피언스필드"),
    ];

    public static IReadOnlyList<Team> Teams { get; } =
    [
        new(1, "LG", "LG 트윈스", 1), new(2, "OB", "두산 베어스", 1), new(3, "WO", "키움 히어로즈", 2), new(4, "SSG", "SSG 랜더스", 3),
        new(5, "KT", "KT 위즈", 4), new(6, "HH", "한화 이글스", 5), new(7, "SS", "삼성 라이온즈", 6), new(8, "LT", "롯데 자이언츠", 7),
        new(9, "NC", "NC 다이노스", 8), new(10, "HT", "KIA 타이거즈", 9),
    ];

    public static IReadOnlyList<Stand> Stands { get; } =
    [
        new(1, "테이블석", 50_000, 2), new(2, "블루석", 25_000, 6), new(3, "레드석", 20_000, 8),
        new(4, "네이비석", 15_000, 10), new(5, "외야석", 9_000, 14),
    ];
}
