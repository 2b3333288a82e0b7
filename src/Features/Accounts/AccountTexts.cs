
namespace Dugout.Features.Accounts;

/// <summary>Validation of e-mails, passwords and nicknames.</summary>
internal static class AccountTexts
{
    public const int LongestEmail = 254;
    public const int ShortestPassword = 8;
    public const int LongestPassword = 200;
    public const int LongestNickname = 20;

    /// <summary>Validates sign-in credentials; null if they can be tried. Accepts passwords shorter than the current minimum.</summary>
    public static Problem? ErrorOfSignIn(string email, string password) => email.Length is 0 or > LongestEmail
        ? Problem.InvalidField("email", $"Give 1 to {LongestEmail} characters.")
        : ErrorOfTried("password", password);

    /// <summary>Validates a password to be checked; null if it can be tried.</summary>
    public static Problem? ErrorOfTried(string field, string password) =>
        password.Length is 0 or > LongestPassword ? Problem.InvalidField(field, $"Give 1 to {LongestPassword} characters.") : null;

    /// <summary>Validates a new password; null if it is valid. Any characters are allowed: only the length counts (NIST SP 800-63B).</summary>
    public static Problem? ErrorOfNew(string field, string password) => password.Length is < ShortestPassword or > LongestPassword
        ? Problem.InvalidField(field, $"Give {ShortestPassword} to {LongestPassword} characters.")
        : null;

    /// <summary>Validates an e-mail; null if it is plausible: text on either side of one at sign, no blanks. The confirmation mail verifies the rest.</summary>
    public static Problem? ErrorOfEmail(string email) =>
        email.Length <= LongestEmail && email.Split('@') is [{ Length: > 0 }, { Length: > 0 }] && !email.Any(letter => char.IsWhiteSpace(letter) || char.IsControl(letter))
            ? null
            : Problem.InvalidField("email", $"Give an e-mail of up to {LongestEmail} characters.");

    /// <summary>Validates a nickname; null if it is valid.</summary>
    public static Problem? ErrorOfNickname(string nickname) =>
        nickname.Length is 0 or > LongestNickname || nickname != nickname.Trim() || nickname.Any(char.IsControl)
            ? Problem.InvalidField("nickname", $"Give 1 to {LongestNickname} characters without control characters, and no whitespace at either end.")
            : null;
}
