
namespace Dugout.Features.Accounts;

/// <summary>What e-mails, passwords and nicknames may be.</summary>
internal static class AccountTexts
{
    private const int LongestEmail = 254;
    private const int ShortestPassword = 8;
    private const int LongestPassword = 200;
    private const int LongestNickname = 20;

    /// <summary>The refusal of what somebody signs in with; null where it can be tried. Shorter passwords than are taken today are tried, too.</summary>
    public static Problem? ErrorOfSignIn(string email, string password) => email.Length is 0 or > LongestEmail
        ? Problem.InvalidField("email", $"Give 1 to {LongestEmail} characters.")
        : ErrorOfTried("password", password);

    /// <summary>The refusal of a password that is to be checked.</summary>
    public static Problem? ErrorOfTried(string field, string password) =>
        password.Length is 0 or > LongestPassword ? Problem.InvalidField(field, $"Give 1 to {LongestPassword} characters.") : null;

    /// <summary>The refusal of a new password; null where it can be taken. Any characters: length is what counts (NIST SP 800-63B).</summary>
    public static Problem? ErrorOfNew(string field, string password) => password.Length is < ShortestPassword or > LongestPassword
        ? Problem.InvalidField(field, $"Give {ShortestPassword} to {LongestPassword} characters.")
        : null;

    /// <summary>The refusal of an e-mail; null where mail may come there: something on either side of one at sign, no blanks. Whether it does, the mail shows.</summary>
    public static Problem? ErrorOfEmail(string email) =>
        email.Length <= LongestEmail && email.Split('@') is [{ Length: > 0 }, { Length: > 0 }] && !email.Any(letter => char.IsWhiteSpace(letter) || char.IsControl(letter))
            ? null
            : Problem.InvalidField("email", $"Give an e-mail of up to {LongestEmail} characters.");

    /// <summary>The refusal of a nickname; null where others can be shown it.</summary>
    public static Problem? ErrorOfNickname(string nickname) =>
        nickname.Length is 0 or > LongestNickname || nickname != nickname.Trim() || nickname.Any(char.IsControl)
            ? Problem.InvalidField("nickname", $"Give 1 to {LongestNickname} characters that can be seen, with none of them blank at either end.")
            : null;
}
