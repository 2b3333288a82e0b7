using Microsoft.AspNetCore.Http;

namespace Dugout.Features.Accounts;

/// <summary>
/// Checks passwords on behalf of a request: within the limits of <see cref="SignInThrottle"/> for its network, and with a permit of <see cref="Passwords"/>.
/// </summary>
public sealed class PasswordGuard(Passwords passwords, SignInThrottle throttle, KnownNetworks networks, IHttpContextAccessor requests)
{
    /// <summary>Result of a successful check.</summary>
    /// <param name="NewHash">The hash to store; null to keep the stored one.</param>
    public sealed record Checked(string? NewHash);

    /// <summary>Whether no permit is free and the queue is full; see <see cref="Passwords.IsFull"/>.</summary>
    public bool IsFull => passwords.IsFull;

    private string Network => KnownNetworks.PlaceOf(requests.HttpContext?.Connection.RemoteIpAddress);

    /// <summary>
    /// Checks the password of a sign-in. The throttle is checked before the wait for a permit, and again with the permit, where the attempt is counted; no more attempts
    /// run than there are permits.
    /// </summary>
    /// <returns>The error, or a new hash if the stored one has outdated rounds.</returns>
    public async Task<Result<Checked>> CheckAsync(Account? account, string email, string password, CancellationToken cancellation)
    {
        var attempt = await AttemptAsync(account?.Id ?? 0, SignInThrottle.Who(account, email), cancellation);
        if (await throttle.ErrorOfAsync(attempt, cancellation) is { } pause)
            return pause;
        return await TryAsync(attempt, account?.PasswordHash, password, verdict => verdict == Passwords.Verdict.RightButOld ? password : null, cancellation);
    }

    /// <summary>Checks the current password of a signed-in account, and makes the hash of its next one under the same permit.</summary>
    public async Task<Result<Checked>> ChangeAsync(long accountId, string currentHash, string current, string next, CancellationToken cancellation)
    {
        var attempt = await AttemptAsync(accountId, SignInThrottle.WhoOf(accountId), cancellation);
        return await TryAsync(attempt, currentHash, current, _ => next, cancellation);
    }

    /// <summary>Makes the hash of a new password; null if no permit became free.</summary>
    public Task<string?> HashAsync(string password, CancellationToken cancellation) => passwords.HashInTurnAsync(password, cancellation);

    /// <summary>Counts an anonymous request of a kind from the request's network, or returns the error if the limit is reached.</summary>
    public Task<Problem?> CountRequestAsync(string kind, CancellationToken cancellation) => throttle.RequestAsync(kind, Network, cancellation);

    /// <summary>Records the request's network as known to the account.</summary>
    public Task RememberNetworkAsync(long accountId, CancellationToken cancellation) => networks.RememberAsync(accountId, Network, cancellation);

    /// <summary>Records the request's network after a committed write, ignoring failures.</summary>
    public Task TryRememberNetworkAsync(long accountId, CancellationToken cancellation) => networks.TryRememberAsync(accountId, Network, cancellation);

    /// <summary>Resets the account's counters after its owner was authenticated by other means.</summary>
    public Task ForgiveAsync(long accountId, CancellationToken cancellation) => throttle.ForgiveAsync(accountId, Network, cancellation);

    private async Task<Attempt> AttemptAsync(long accountId, string who, CancellationToken cancellation) =>
        new(who, Network, await networks.KnowsAsync(accountId, Network, cancellation));

    /// <summary>Counts an attempt, checks the password and makes a new hash, all with one permit.</summary>
    /// <param name="attempt">The attempt.</param>
    /// <param name="hash">The stored hash; null where there is no account.</param>
    /// <param name="password">The password.</param>
    /// <param name="toHash">Returns the password to make a hash of after a right one; null for none.</param>
    /// <param name="cancellation">Cancels the wait.</param>
    private async Task<Result<Checked>> TryAsync(
        Attempt attempt, string? hash, string password, Func<Passwords.Verdict, string?> toHash, CancellationToken cancellation)
    {
        using var turn = await passwords.TurnAsync(cancellation);
        if (turn is null)
            return AccountsProblems.SignInBusy;
        if (await throttle.CountAsync(attempt, cancellation) is { } pause)
            return pause;
        var verdict = await passwords.CheckAsync(hash, password, cancellation);
        if (verdict == Passwords.Verdict.Wrong)
            return AccountsProblems.BadCredentials;

        await throttle.SucceededAsync(attempt, cancellation);
        return new Checked(toHash(verdict) is { } fresh ? await passwords.HashAsync(fresh, cancellation) : null);
    }
}
