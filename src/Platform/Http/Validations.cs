using System.Collections;
using System.ComponentModel.DataAnnotations;
using System.Globalization;

namespace Dugout.Platform.Http;

/// <summary>A number of a range.</summary>
/// <param name="least">The smallest valid number.</param>
/// <param name="most">The largest valid number.</param>
[AttributeUsage(AttributeTargets.Property | AttributeTargets.Parameter)]
public class NumberAttribute(long least, long most) : RangeAttribute(typeof(long), $"{least}", $"{most}")
{
    /// <inheritdoc/>
    public override bool IsValid(object? value) => value is null || Convert.ToInt64(value, CultureInfo.InvariantCulture) is var number && number >= least && number <= most;

    /// <inheritdoc/>
    public override string FormatErrorMessage(string name) => $"Give {least} to {most}.";
}

/// <summary>The page size of a list: 1 to <see cref="Cursor.MaxLimit"/>.</summary>
public sealed class LimitAttribute() : NumberAttribute(1, Cursor.MaxLimit);

/// <summary>A text of a length, in characters; any characters are valid.</summary>
[AttributeUsage(AttributeTargets.Property | AttributeTargets.Parameter)]
public class CharactersAttribute : StringLengthAttribute
{
    /// <summary>Sets the lengths.</summary>
    /// <param name="shortest">The smallest valid length.</param>
    /// <param name="longest">The largest valid length.</param>
    public CharactersAttribute(int shortest, int longest)
        : base(longest) => MinimumLength = shortest;

    /// <inheritdoc/>
    public override string FormatErrorMessage(string name) =>
        MinimumLength == MaximumLength ? $"Give {MaximumLength} characters." : $"Give {MinimumLength} to {MaximumLength} characters.";
}

/// <summary>A text of 1 to <paramref name="longest"/> characters that are not all whitespace.</summary>
/// <param name="longest">The largest valid length.</param>
[AttributeUsage(AttributeTargets.Property | AttributeTargets.Parameter)]
public sealed class TextAttribute(int longest) : CharactersAttribute(1, longest)
{
    /// <inheritdoc/>
    public override bool IsValid(object? value) => base.IsValid(value) && (value is not string text || !string.IsNullOrWhiteSpace(text));

    /// <inheritdoc/>
    public override string FormatErrorMessage(string name) => $"Give 1 to {MaximumLength} characters that are not all whitespace.";
}

/// <summary>A list of a length, in which each item occurs once.</summary>
/// <param name="fewest">The smallest valid length.</param>
/// <param name="most">The largest valid length.</param>
[AttributeUsage(AttributeTargets.Property)]
public sealed class ItemsAttribute(int fewest, int most) : LengthAttribute(fewest, most)
{
    /// <inheritdoc/>
    public override bool IsValid(object? value) => base.IsValid(value) && (value is not ICollection items || IsEachOnce(items));

    /// <inheritdoc/>
    public override string FormatErrorMessage(string name) => $"Give {MinimumLength} to {MaximumLength} items, each once.";

    private static bool IsEachOnce(ICollection items)
    {
        if (items.Count == 1)
            return !items.Cast<object?>().Contains(null);
        var each = new HashSet<object?>(items.Count);
        foreach (var item in items)
            if (item is null || !each.Add(item))
                return false;
        return true;
    }
}

/// <summary>One of a few texts; null where it was omitted.</summary>
/// <param name="choices">The texts.</param>
[AttributeUsage(AttributeTargets.Property | AttributeTargets.Parameter)]
public class ChoiceAttribute(params IEnumerable<string> choices) : AllowedValuesAttribute([null, .. choices])
{
    /// <inheritdoc/>
    public override string FormatErrorMessage(string name) => $"Give one of {string.Join(", ", Values.OfType<string>())}.";
}

/// <summary>A time of this century, in UTC.</summary>
[AttributeUsage(AttributeTargets.Property | AttributeTargets.Parameter)]
public sealed class TimeAttribute : ValidationAttribute
{
    private static readonly DateTime First = new(2000, 1, 1, 0, 0, 0, DateTimeKind.Utc);
    private static readonly DateTime Last = new(2100, 1, 1, 0, 0, 0, DateTimeKind.Utc);

    /// <inheritdoc/>
    public override bool IsValid(object? value) => value is not DateTime time || (time.Kind == DateTimeKind.Utc && time >= First && time < Last);

    /// <inheritdoc/>
    public override string FormatErrorMessage(string name) => "Give a time of this century in UTC, such as 2027-04-01T02:00:00Z.";
}
