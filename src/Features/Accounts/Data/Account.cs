namespace Dugout.Features.Accounts;

/// <summary>An account that can sign in.</summary>
public sealed class Account
{
    /// <summary>The id.</summary>
    public long Id { get; init; }

    /// <summary>The e-mail used to sign in; unique, case-insensitive.</summary>
    public required string Email { get; init; }

    /// <summary>The public name.</summary>
    public required string Nickname { get; init; }

    /// <summary>The password hash, with the parameters it was made with.</summary>
    public required string PasswordHash { get; init; }

    /// <summary>Whether the account has operator rights.</summary>
    public bool IsAdmin { get; init; }

    /// <summary>The security stamp: sessions with a lower number are revoked.</summary>
    public int Generation { get; init; }

    /// <summary>Time of the ban, UTC; null if the account is not banned.</summary>
    public DateTime? BannedAt { get; init; }

    /// <summary>Time of the registration, UTC.</summary>
    public DateTime CreatedAt { get; init; }

    /// <summary>Time all sessions were revoked, UTC; null if they never were.</summary>
    public DateTime? SessionsEndedAt { get; init; }

    /// <summary>Time the e-mail was confirmed, UTC; null if it is unconfirmed.</summary>
    public DateTime? ConfirmedAt { get; init; }

    /// <summary>Id of the outbox message that last mailed a code; null if none did.</summary>
    public long? ResetMail { get; init; }

    /// <summary>Time it did, UTC.</summary>
    public DateTime? ResetMailedAt { get; init; }

    /// <summary>Time the password was set, UTC; null if it is the first one.</summary>
    public DateTime? PasswordSetAt { get; init; }
}
