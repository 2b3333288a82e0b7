namespace Dugout.Features.Accounts;

/// <summary>A mail partner on another network. Never called while a transaction is open or a connection is leased.</summary>
public interface IMailer
{
    /// <summary>Sends a mail. A mail sent twice may arrive twice.</summary>
    /// <exception cref="MailerUnavailableException">No response, or an error response. Whether the mail was sent is unknown.</exception>
    Task SendAsync(Letter letter, CancellationToken cancellation);
}

/// <summary>A mail.</summary>
/// <param name="To">The recipient's e-mail.</param>
/// <param name="Subject">The subject line.</param>
/// <param name="Text">The body.</param>
public sealed record Letter(string To, string Subject, string Text);

/// <summary>The mail partner did not respond, or returned an error.</summary>
public sealed class MailerUnavailableException(Exception reason) : Exception($"The mail partner did not accept a mail: {reason?.Message}", reason);
