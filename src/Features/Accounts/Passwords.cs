using System.Buffers.Binary;
using System.Security.Cryptography;
using System.Threading.RateLimiting;
using Microsoft.AspNetCore.Identity;
using Microsoft.Extensions.Options;

namespace Dugout.Features.Accounts;

/// <summary>
/// Makes and checks password hashes: PBKDF2 with HMAC-SHA512 (RFC 8018) in the format of ASP.NET Core Identity, parameters included. A hash costs about a fifth of a
/// second of a core, so every caller first acquires a permit: with two or more cores one stays free, and the queue is short. A burst of sign-ins must not take the
/// processor from purchases.
/// </summary>
public sealed class Passwords : IDisposable
{
    /// <summary>The result of a check.</summary>
    public enum Verdict
    {
        /// <summary>The password is wrong, or there is no account.</summary>
        Wrong,

        /// <summary>The password is right.</summary>
        Right,

        /// <summary>The password is right, and its hash has fewer rounds than a new one.</summary>
        RightButOld,
    }

    private const int SaltBytes = 16;
    private const int KeyBytes = 32;
    private const byte IdentityFormat = 1;
    private const int RoundsAt = 5;

    private readonly PasswordHasher<object> _hasher;
    private readonly int _rounds;
    private readonly ConcurrencyLimiter _lane;
    private readonly TimeSpan _longestWait;
    private readonly int _places;
    private readonly Lazy<string> _nobody;

    /// <summary>Reads rounds, queue length and longest wait from the options.</summary>
    public Passwords(IOptions<AccountsOptions> options)
    {
        ArgumentNullException.ThrowIfNull(options);
        _rounds = options.Value.HashRounds;
        _hasher = new(Options.Create(new PasswordHasherOptions { IterationCount = _rounds }));
        var cores = Math.Max(1, Environment.ProcessorCount - 1);
        _longestWait = TimeSpan.FromMilliseconds(options.Value.HashWaitMilliseconds);
        _places = _longestWait == TimeSpan.Zero ? 0 : cores * options.Value.HashQueueACore;
        _lane = new(new() { PermitLimit = cores, QueueLimit = _places, QueueProcessingOrder = QueueProcessingOrder.OldestFirst });
        _nobody = new(() => Hash(Guid.NewGuid().ToString()));
    }

    /// <summary>Whether all permits and queue slots are taken now. A snapshot without guarantee, for callers that should fail before they query the database.</summary>
    public bool IsFull => _lane.GetStatistics() is { CurrentAvailablePermits: 0, CurrentQueuedCount: var waiting } && waiting >= _places;

    /// <summary>Acquires a permit, released on dispose; null if none became free in time or the queue is full.</summary>
    public async Task<IDisposable?> TurnAsync(CancellationToken cancellation)
    {
        var turn = _lane.AttemptAcquire();
        if (turn.IsAcquired || _places == 0)
            return Taken(turn);
        turn.Dispose();
        using var patience = CancellationTokenSource.CreateLinkedTokenSource(cancellation);
        patience.CancelAfter(_longestWait);
        try
        {
            return Taken(await _lane.AcquireAsync(permitCount: 1, patience.Token));
        }
        catch (OperationCanceledException) when (!cancellation.IsCancellationRequested)
        {
            return null;
        }
    }

    /// <summary>Makes a hash for a new password on a thread-pool thread. The caller must hold a permit.</summary>
    public Task<string> HashAsync(string password, CancellationToken cancellation) => Task.Run(() => Hash(password), cancellation);

    /// <summary>Makes a hash for a new password after acquiring a permit; null if none became free.</summary>
    public async Task<string?> HashInTurnAsync(string password, CancellationToken cancellation)
    {
        using var turn = await TurnAsync(cancellation);
        return turn is null ? null : await HashAsync(password, cancellation);
    }

    /// <summary>Makes a hash on the calling thread, for programs that serve no requests.</summary>
    public string Hash(string password) => _hasher.HashPassword(this, password);

    /// <summary>
    /// Checks a password. The caller must hold a permit. Without an account the same work is done against a dummy hash, and a wrong password for a hash with fewer
    /// rounds costs the missing rounds too: response time reveals nothing, except for hashes with more rounds than currently configured.
    /// </summary>
    public Task<Verdict> CheckAsync(string? hash, string password, CancellationToken cancellation) => Task.Run(() => Check(hash, password), cancellation);

    /// <inheritdoc/>
    public void Dispose() => _lane.Dispose();

    private static RateLimitLease? Taken(RateLimitLease turn)
    {
        if (turn.IsAcquired)
            return turn;
        turn.Dispose();
        return null;
    }

    private Verdict Check(string? hash, string password)
    {
        var result = _hasher.VerifyHashedPassword(this, hash ?? _nobody.Value, password);
        if (hash is not null && result != PasswordVerificationResult.Failed)
            return result == PasswordVerificationResult.SuccessRehashNeeded ? Verdict.RightButOld : Verdict.Right;
        if (hash is not null && _rounds - RoundsOf(hash) is > 0 and var rest)
            Rfc2898DeriveBytes.Pbkdf2(password, new byte[SaltBytes], rest, HashAlgorithmName.SHA512, KeyBytes);
        return Verdict.Wrong;
    }

    /// <summary>The rounds encoded in a hash; 0 if it encodes none.</summary>
    private static int RoundsOf(string hash)
    {
        var bytes = new byte[hash.Length];
        return Convert.TryFromBase64String(hash, bytes, out var length) && length > RoundsAt + sizeof(int) && bytes[0] == IdentityFormat
            ? BinaryPrimitives.ReadInt32BigEndian(bytes.AsSpan(RoundsAt))
            : 0;
    }
}
