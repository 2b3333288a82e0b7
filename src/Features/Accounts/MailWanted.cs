using System.Security.Cryptography;
using System.Text;

namespace Dugout.Features.Accounts;

/// <summary>The message that a mail with a code is to be sent, if there is an account. It has the e-mail somebody gave and no code: that is made where it is sent.</summary>
/// <param name="Email">Whose account, as it was given.</param>
/// <param name="Purpose">What the code is for.</param>
public sealed record MailWanted(string Email, string Purpose) : IOutboxMessage
{
    /// <summary>The topic of these messages.</summary>
    public const string Topic = "mail-wanted";

    /// <summary>To say that the e-mail is one's own.</summary>
    public const string Confirm = "confirm";

    /// <summary>To set a password without knowing the present one.</summary>
    public const string Reset = "reset";

    private const int KeyDigits = 32;

    string IOutboxMessage.Topic => Topic;

    /// <summary>The key under which an e-mail's messages are told one after the other: its hash, for e-mails are longer than keys.</summary>
    internal static string KeyOf(string email) => $"mail:{Convert.ToHexStringLower(SHA256.HashData(Encoding.UTF8.GetBytes(email.ToUpperInvariant())))[..KeyDigits]}";
}
