using System.ComponentModel.DataAnnotations;

namespace Dugout.Features.Accounts;

/// <summary>Lengths of an account's texts, in characters. A password may have any characters: only the length counts (NIST SP 800-63B).</summary>
internal static class AccountTexts
{
    public const int LongestEmail = 254;
    public const int ShortestPassword = 8;
    public const int LongestPassword = 200;
    public const int LongestNickname = 20;
}

/// <summary>A plausible e-mail address: text on either side of one at sign, no whitespace. The confirmation mail verifies the rest.</summary>
[AttributeUsage(AttributeTargets.Property)]
internal sealed class EmailAttribute() : StringLengthAttribute(AccountTexts.LongestEmail)
{
    public override bool IsValid(object? value) => base.IsValid(value)
        && (value is not string email || (email.Split('@') is [{ Length: > 0 }, { Length: > 0 }] && !email.Any(letter => char.IsWhiteSpace(letter) || char.IsControl(letter))));

    public override string FormatErrorMessage(string name) => $"Give an e-mail of up to {MaximumLength} characters.";
}

/// <summary>A nickname: no control characters, and no whitespace at either end.</summary>
[AttributeUsage(AttributeTargets.Property)]
internal sealed class NicknameAttribute() : CharactersAttribute(1, AccountTexts.LongestNickname)
{
    public override bool IsValid(object? value) => base.IsValid(value) && (value is not string nickname || (nickname == nickname.Trim() && !nickname.Any(char.IsControl)));

    public override string FormatErrorMessage(string name) => $"{base.FormatErrorMessage(name)[..^1]} without control characters, and no whitespace at either end.";
}
