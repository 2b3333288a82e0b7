
namespace Dugout.Features.FanEvents;

/// <summary>What events are sorted by: one of a few.</summary>
/// <param name="Code">What clients call it, Latin; never changed.</param>
/// <param name="Name">What fans are shown, Korean.</param>
public sealed record Label(string Code, string Name);

/// <summary>The labels of one kind.</summary>
/// <param name="member">What a request calls them.</param>
/// <param name="all">All there are.</param>
internal sealed class Labels(string member, params IReadOnlyList<Label> all)
{
    /// <summary>Where events are: the cities that have a club.</summary>
    public static readonly Labels Districts = new(
        "district", new("seoul", "서울"), new("incheon", "인천"), new("suwon", "수원"), new("daejeon", "대전"),
        new("daegu", "대구"), new("busan", "부산"), new("changwon", "창원"), new("gwangju", "광주"));

    /// <summary>Of what kind they are.</summary>
    public static readonly Labels Categories = new(
        "category", new("signing", "팬 사인회"), new("meeting", "팬 미팅"), new("tour", "구장 투어"), new("clinic", "야구 교실"),
        new("cheering", "단체 응원"), new("exhibition", "전시"));

    /// <summary>The one of a code that a row has.</summary>
    public Label Of(string code) => all.FirstOrDefault(label => label.Code == code) ?? new(code, code);

    /// <summary>The refusal of a code a client sent; null where there is one, or none was sent.</summary>
    public Problem? ErrorOf(string? code) => code is null || all.Any(label => label.Code == code)
        ? null
        : Problem.InvalidField(member, $"Give one of {string.Join(", ", all.Select(label => label.Code))}.");
}
