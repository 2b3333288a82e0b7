namespace Dugout.Features.Accounts;

/// <summary>The errors of accounts and sessions, with their stable codes.</summary>
public static class AccountsProblems
{
    /// <summary>Unknown e-mail or wrong password; the error does not distinguish the two.</summary>
    public static readonly Problem BadCredentials = new(401, "bad-credentials", "The e-mail or the password is wrong.");

    /// <summary>E-mail and password are right, but an operator has banned the account.</summary>
    public static readonly Problem AccountBanned = new(403, "account-banned", "This account has been banned.");

    /// <summary>No fan has this id.</summary>
    public static readonly Problem NoSuchFan = new(404, "no-such-fan", "There is no such fan.");

    /// <summary>The code is wrong, used or expired; the error does not distinguish these.</summary>
    public static readonly Problem NoSuchCode = new(404, "no-such-code", "The code is wrong, used or expired; request a new one.");

    /// <summary>Another account has the e-mail; case-insensitive.</summary>
    public static readonly Problem EmailTaken = new(409, "email-taken", "An account with this e-mail already exists; sign in, or use another e-mail.");

    /// <summary>Too many failed sign-ins or too many sign-ups; the header <c>Retry-After</c> gives the wait.</summary>
    public static readonly Problem TooManyAttempts = new(429, "too-many-attempts", "Too many attempts. Try again after the number of seconds in Retry-After.", RetryAfter: 60);

    /// <summary>Sign-ins arrive faster than passwords can be checked.</summary>
    public static readonly Problem SignInBusy = new(503, "sign-in-busy", "Too many concurrent sign-ins. Try again shortly.", RetryAfter: 2);
}
