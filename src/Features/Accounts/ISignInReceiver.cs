namespace Dugout.Features.Accounts;

/// <summary>What another slice does when an account has signed in.</summary>
public interface ISignInReceiver
{
    /// <summary>Handles a sign-in, before its token is issued.</summary>
    /// <param name="accountId">The account.</param>
    /// <param name="deviceToken">The push partner's token of its device, if any.</param>
    /// <param name="cancellation">Cancels the sign-in.</param>
    /// <returns>The error; null on success.</returns>
    /// <exception cref="MySqlConnector.MySqlException">The primary is unavailable.</exception>
    Task<Problem?> SignedInAsync(long accountId, string? deviceToken, CancellationToken cancellation);
}
