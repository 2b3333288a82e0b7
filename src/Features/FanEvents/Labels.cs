namespace Dugout.Features.FanEvents;

/// <summary>One value of a fixed list that classifies events.</summary>
/// <param name="Code">The stable Latin code used by clients.</param>
/// <param name="Name">The Korean display name.</param>
/// <example>{"code":"seoul","name":"서울"}</example>
public sealed record Label(string Code, string Name);

/// <summary>The labels of one kind.</summary>
/// <param name="all">All labels.</param>
internal sealed class Labels(params IReadOnlyList<Label> all)
{
    /// <summary>Districts: the cities that have a club.</summary>
    public static readonly Labels Districts = new(
        new("seoul", "서울"), new("incheon", "인천"), new("suwon", "수원"), new("daejeon", "대전"),
        new("daegu", "대구"), new("busan", "부산"), new("changwon", "창원"), new("gwangju", "광주"));

    /// <summary>Categories of events.</summary>
    public static readonly Labels Categories = new(
        new("signing", "팬 사인회"), new("meeting", "팬 미팅"), new("tour", "구장 투어"), new("clinic", "야구 교실"),
        new("cheering", "단체 응원"), new("exhibition", "전시"));

    /// <summary>The codes of all labels.</summary>
    public IEnumerable<string> Codes => all.Select(label => label.Code);

    /// <summary>The label of a stored code.</summary>
    public Label Of(string code) => all.FirstOrDefault(label => label.Code == code) ?? new(code, code);
}

/// <summary>Marks a request member that is the code of a district; null where it is omitted.</summary>
[AttributeUsage(AttributeTargets.Parameter | AttributeTargets.Property)]
internal sealed class DistrictAttribute() : ChoiceAttribute(Labels.Districts.Codes);

/// <summary>Marks a request member that is the code of a category; null where it is omitted.</summary>
[AttributeUsage(AttributeTargets.Parameter | AttributeTargets.Property)]
internal sealed class CategoryAttribute() : ChoiceAttribute(Labels.Categories.Codes);
