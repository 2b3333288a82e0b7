namespace Dugout.Features.Accounts.Mail;

/// <summary>Who carries mail: in another house, behind the network. Never called while a transaction is open or a connection is lent.</summary>
public interface IMailer
{
    /// <summary>Hands a mail over. Handed over twice, it may come twice.</summary>
    /// <exception cref="MailerUnavailableException">No answer, or a refusal. Whether the mail is under way is open.</exception>
    Task SendAsync(Letter letter, CancellationToken cancellation);
}

/// <summary>A mail.</summary>
/// <param name="To">The e-mail it goes to.</param>
/// <param name="Subject">What it is about.</param>
/// <param name="Text">What it says.</param>
public sealed record Letter(string To, string Subject, string Text);

/// <summary>The mail partner did not answer, or not as it should.</summary>
public sealed class MailerUnavailableException(Exception reason) : Exception($"The mail partner did not take a mail: {reason?.Message}", reason);
