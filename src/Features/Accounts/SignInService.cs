using Microsoft.EntityFrameworkCore;

namespace Dugout.Features.Accounts;

/// <summary>Signs accounts in, for programs (<see cref="SignIn"/>) and browsers (<see cref="SignInBrowser"/>) alike.</summary>
public sealed class SignInService(Reads reads, Databases databases, PasswordGuard passwords, ISignInReceiver receiver, AccessTokens tokens)
{
    /// <summary>Checks the credentials and issues the token of a new session.</summary>
    /// <returns>The session, or an error of <see cref="SignIn"/>.</returns>
    public async Task<Result<SignIn.SignInAnswer>> SignInAsync(SignIn.SignInRequest request, CancellationToken cancellation)
    {
        ArgumentNullException.ThrowIfNull(request);
        // In a burst most requests end here, before any query, so that the database stays available for purchases.
        if (passwords.IsFull)
            return AccountsProblems.SignInBusy;

        var account = await reads.QueryAsync(
            ConsistencyToken.OnThePrimary, (database, ask) => database.Set<Account>().SingleOrDefaultAsync(account => account.Email == request.Email, ask), cancellation);
        var tried = await passwords.CheckAsync(account, request.Email, request.Password, cancellation);
        if (tried.Value is not { } right)
            return tried.Problem!;
        if (account!.BannedAt is not null)
            return AccountsProblems.AccountBanned;

        if (right.NewHash is { } newHash)
            await RenewAsync(account, newHash, cancellation);
        await passwords.RememberNetworkAsync(account.Id, cancellation);
        try
        {
            if (await receiver.SignedInAsync(account.Id, request.DeviceToken, cancellation) is { } busy)
                return busy;
        }
        catch (OutcomeUnknownException)
        {
            // What a sign-in writes has unique keys: a repeated sign-in writes what is missing, and nothing twice.
            return Problems.Busy;
        }

        var (accessToken, expiresAt) = tokens.Issue(account);
        return new SignIn.SignInAnswer(accessToken, expiresAt, new(account.Id, account.Nickname));
    }

    /// <summary>Replaces only the hash that was checked: the password may have changed since.</summary>
    private async Task RenewAsync(Account account, string newHash, CancellationToken cancellation)
    {
        await using var connection = await databases.OpenPrimaryAsync(cancellation);
        await connection.ExecuteAsync(new(
            "UPDATE accounts SET password_hash = @newHash WHERE id = @Id AND password_hash = @PasswordHash",
            new { newHash, account.Id, account.PasswordHash }, cancellationToken: cancellation));
    }
}
