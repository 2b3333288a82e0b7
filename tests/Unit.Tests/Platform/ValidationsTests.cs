using System.ComponentModel.DataAnnotations;
using Xunit;

namespace Dugout.Unit.Tests.Platform;

/// <summary>The attributes of requests, on both sides of their bounds.</summary>
public sealed class ValidationsTests
{
    private static readonly DateTime Century = new(2000, 1, 1, 0, 0, 0, DateTimeKind.Utc);

    public static TheoryData<ValidationAttribute, object?, bool> Cases { get; } = new()
    {
        { new NumberAttribute(1, 9), null, true },
        { new NumberAttribute(1, 9), 0, false },
        { new NumberAttribute(1, 9), 1, true },
        { new NumberAttribute(1, 9), 9L, true },
        { new NumberAttribute(1, 9), 10L, false },
        { new CharactersAttribute(2, 3), "a", false },
        { new CharactersAttribute(2, 3), "  ", true },
        { new CharactersAttribute(2, 3), "abc", true },
        { new CharactersAttribute(2, 3), "abcd", false },
        { new TextAttribute(3), null, true },
        { new TextAttribute(3), "", false },
        { new TextAttribute(3), " \u3000", false },
        { new TextAttribute(3), " a ", true },
        { new TextAttribute(3), "abcd", false },
        { new ItemsAttribute(1, 2), null, true },
        { new ItemsAttribute(1, 2), Array.Empty<long>(), false },
        { new ItemsAttribute(1, 2), new long[] { 1, 2 }, true },
        { new ItemsAttribute(1, 2), new long[] { 1, 1 }, false },
        { new ItemsAttribute(1, 2), new long[] { 1, 2, 3 }, false },
        { new ItemsAttribute(1, 2), new string?[] { "a", null }, false },
        { new ChoiceAttribute("a", "b"), null, true },
        { new ChoiceAttribute("a", "b"), "b", true },
        { new ChoiceAttribute("a", "b"), "B", false },
        { new TimeAttribute(), null, true },
        { new TimeAttribute(), Century, true },
        { new TimeAttribute(), Century.AddTicks(-1), false },
        { new TimeAttribute(), Century.AddYears(100), false },
        { new TimeAttribute(), DateTime.SpecifyKind(Century, DateTimeKind.Local), false },
    };

    [Theory]
    [MemberData(nameof(Cases), DisableDiscoveryEnumeration = true)]
    public void A_value_is_valid_within_the_bounds(ValidationAttribute rule, object? value, bool isValid) => Assert.Equal(isValid, rule.IsValid(value));

    /// <summary>What a client reads says how to do better, and names no type or member of ours.</summary>
    [Theory]
    [MemberData(nameof(Cases), DisableDiscoveryEnumeration = true)]
    public void The_error_says_what_to_give(ValidationAttribute rule, object? value, bool isValid)
    {
        if (!isValid)
            Assert.StartsWith("Give ", rule.GetValidationResult(value, new(new object()) { MemberName = "Planted" })!.ErrorMessage, StringComparison.Ordinal);
    }
}
