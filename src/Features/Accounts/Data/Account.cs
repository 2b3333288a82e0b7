namespace Dugout.Features.Accounts;

/// <summary>Somebody who can sign in.</summary>
public sealed class Account
{
    /// <summary>The id.</summary>
    public long Id { get; init; }

    /// <summary>What they sign in with; unique, whatever its case.</summary>
    public required string Email { get; init; }

    /// <summary>What others see.</summary>
    public required string Nickname { get; init; }

    /// <summary>The password's hash, with the parameters it was made with.</summary>
    public required string PasswordHash { get; init; }

    /// <summary>Whether they may do what operators do.</summary>
    public bool IsAdmin { get; init; }

    /// <summary>In which generation their sessions are: those of earlier ones have ended.</summary>
    public int Generation { get; init; }

    /// <summary>Since when they may not sign in, UTC; null where they may.</summary>
    public DateTime? BannedAt { get; init; }
}
