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
}
