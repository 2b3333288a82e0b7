using Microsoft.AspNetCore.Identity;
using Microsoft.Extensions.Options;

namespace Dugout.Features.Accounts;

/// <summary>
/// Makes and checks password hashes: PBKDF2 with HMAC-SHA512 as ASP.NET Core Identity stores it, parameters included.
/// Checking one costs about a tenth of a second of a core, so only so many are checked at once and the others wait their
/// turn for a while: a rush of sign-ins must not take the processor from those who buy.
/// </summary>
public sealed class Passwords : IDisposable
{
    /// <summary>How a check came out.</summary>
    public enum Verdict
    {
        /// <summary>The password is the account's.</summary>
        Right,

        /// <summary>It isn't, or there is no account.</summary>
        Wrong,

        /// <summary>No turn came up in time; nothing was checked.</summary>
        Busy,
    }

    private readonly PasswordHasher<object> _hasher;
    private readonly SemaphoreSlim _lane = new(Math.Max(1, Environment.ProcessorCount - 1));
    private readonly TimeSpan _longestWait;
    private readonly Lazy<string> _nobody;

    /// <summary>Takes rounds and waiting time from the options.</summary>
    public Passwords(IOptions<AccountsOptions> options)
    {
        ArgumentNullException.ThrowIfNull(options);
        _hasher = new(Options.Create(new PasswordHasherOptions { IterationCount = options.Value.HashRounds }));
        _longestWait = TimeSpan.FromMilliseconds(options.Value.HashWaitMilliseconds);
        _nobody = new(() => Hash(Guid.NewGuid().ToString()));
    }

    /// <summary>Makes a hash for a new password.</summary>
    public string Hash(string password) => _hasher.HashPassword(this, password);

    /// <summary>Checks a password. Without an account the same work is done against nobody's hash, so that time tells nothing.</summary>
    public async Task<Verdict> CheckAsync(string? hash, string password, CancellationToken cancellation)
    {
        if (!await _lane.WaitAsync(_longestWait, cancellation))
            return Verdict.Busy;
        try
        {
            var result = await Task.Run(() => _hasher.VerifyHashedPassword(this, hash ?? _nobody.Value, password), cancellation);
            return hash is not null && result != PasswordVerificationResult.Failed ? Verdict.Right : Verdict.Wrong;
        }
        finally
        {
            _lane.Release();
        }
    }

    /// <inheritdoc/>
    public void Dispose() => _lane.Dispose();
}
