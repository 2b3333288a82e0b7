using System.Security.Cryptography;
using System.Text;

namespace Dugout.Features.Accounts;

/// <summary>The outbox message that requests a mail with a code. It contains the e-mail from the request and no code: the receiver makes the code and checks whether the account exists.</summary>
/// <param name="Email">The account's e-mail as given in the request.</param>
/// <param name="Purpose">The purpose of the code.</param>
public sealed record MailWanted(string Email, string Purpose) : IOutboxMessage
{
    /// <summary>The topic of these messages.</summary>
    public const string Topic = "mail-wanted";

    /// <summary>Confirms that the e-mail belongs to the account.</summary>
    public const string Confirm = "confirm";

    /// <summary>Sets a password without the current one.</summary>
    public const string Reset = "reset";

    private const int KeyDigits = 32;

    string IOutboxMessage.Topic => Topic;

    /// <summary>The ordering key of an e-mail's messages: its hash, because e-mails are longer than keys.</summary>
    internal static string KeyOf(string email) => $"mail:{Convert.ToHexStringLower(SHA256.HashData(Encoding.UTF8.GetBytes(email.ToUpperInvariant())))[..KeyDigits]}";
}
