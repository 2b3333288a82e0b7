using System.Buffers.Binary;
using System.Security.Cryptography;
using System.Threading.RateLimiting;
using Microsoft.AspNetCore.Identity;
using Microsoft.Extensions.Options;

namespace Dugout.Features.Accounts;

/// <summary>
/// Makes and checks password hashes: PBKDF2 with HMAC-SHA512 (RFC 8018) as ASP.NET Core Identity stores it, parameters included. One costs about a fifth of a
/// second of a core, so whoever wants one takes a turn first: where there are two cores one stays free of it, few wait, and not for long. A rush of sign-ins must not take
/// the processor from those who buy.
/// </summary>
public sealed class Passwords : IDisposable
{
    /// <summary>How a check came out.</summary>
    public enum Verdict
    {
        /// <summary>It isn't the account's password, or there is no account.</summary>
        Wrong,

        /// <summary>It is.</summary>
        Right,

        /// <summary>It is, and its hash was made with fewer rounds than one made now.</summary>
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

    /// <summary>Takes rounds, places to wait and waiting time from the options.</summary>
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

    /// <summary>Whether all turns and all places to wait are taken now. It promises nothing of the next moment: it is for who would rather be refused before they ask the database anything.</summary>
    public bool IsFull => _lane.GetStatistics() is { CurrentAvailablePermits: 0, CurrentQueuedCount: var waiting } && waiting >= _places;

    /// <summary>Takes a turn, to be given back by disposing of it; null where none came up in time or too many wait already.</summary>
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

    /// <summary>Makes a hash for a new password, away from the threads that serve requests. For who has a turn.</summary>
    public Task<string> HashAsync(string password, CancellationToken cancellation) => Task.Run(() => Hash(password), cancellation);

    /// <summary>Makes a hash for a new password once a turn comes up; null where none does.</summary>
    public async Task<string?> HashInTurnAsync(string password, CancellationToken cancellation)
    {
        using var turn = await TurnAsync(cancellation);
        return turn is null ? null : await HashAsync(password, cancellation);
    }

    /// <summary>Makes a hash here and now: for programs that serve nobody.</summary>
    public string Hash(string password) => _hasher.HashPassword(this, password);

    /// <summary>
    /// Checks a password. For who has a turn. Without an account the same work is done against nobody's hash, and a wrong one for a hash of fewer rounds costs the
    /// rest of them as well: time tells nothing, but for hashes of more rounds than are asked for now.
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

    /// <summary>The rounds a hash was made with, as its bytes say; 0 where they say nothing.</summary>
    private static int RoundsOf(string hash)
    {
        var bytes = new byte[hash.Length];
        return Convert.TryFromBase64String(hash, bytes, out var length) && length > RoundsAt + sizeof(int) && bytes[0] == IdentityFormat
            ? BinaryPrimitives.ReadInt32BigEndian(bytes.AsSpan(RoundsAt))
            : 0;
    }
}
