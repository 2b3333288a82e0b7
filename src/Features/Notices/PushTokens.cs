using Dugout.Features.Shared;
using Microsoft.Extensions.Configuration;
using Microsoft.Extensions.Options;

namespace Dugout.Features.Notices;

/// <summary>
/// What a sign-in does for the push partner before it is answered, as the setting <c>Notices:PushToken</c> says: nothing, as the shop ships; or it has an access token at hand, got in the
/// ways a team had (report 004). They exist for the load lab, to show what each costs; the partner asks nobody for the token.
/// </summary>
public sealed class PushTokens(IPush push, IOptions<PushOptions> options, IConfiguration configuration, TimeProvider clock)
{
    /// <summary>The credentials' file, in the folder of the keys (setting <c>Keys:Folder</c>), where the migrator makes it.</summary>
    public const string KeyFile = "push.key";

    private readonly OneAtATime<string, Kept> _exchanges = new();
    private volatile Kept? _kept;

    /// <summary>Has a token at hand, if a sign-in needs one.</summary>
    /// <returns>The refusal where there is none to be had; null otherwise.</returns>
    /// <exception cref="IOException">The credentials can't be read.</exception>
    public async Task<Problem?> AtSignInAsync(CancellationToken cancellation)
    {
        var way = options.Value.PushToken;
        if (way == PushTokenWay.FromDevice)
            return null;
        try
        {
            var credentials = way == PushTokenWay.Cached ? null : await ReadAsync(cancellation);
            if (way == PushTokenWay.FileAndExchange)
                await push.ExchangeAsync(credentials!, cancellation);
            else if (_kept is not { } kept || kept.Until <= clock.GetUtcNow())
                await _exchanges.RunAsync("", async _ => _kept = await ExchangeAsync(credentials), cancellation);
            return null;
        }
        catch (PushAwayException)
        {
            return Problems.Busy;
        }
    }

    /// <summary>Gets one that is kept until it runs out.</summary>
    private async Task<Kept> ExchangeAsync(string? credentials)
    {
        var token = await push.ExchangeAsync(credentials ?? await ReadAsync(CancellationToken.None), CancellationToken.None);
        return new(token.Token, clock.GetUtcNow().AddSeconds(token.ExpiresInSeconds));
    }

    private Task<string> ReadAsync(CancellationToken cancellation)
    {
        var folder = configuration["Keys:Folder"] ?? throw new InvalidOperationException("The setting Keys:Folder is missing.");
        return File.ReadAllTextAsync(Path.Combine(folder, KeyFile), cancellation);
    }

    private sealed record Kept(string Token, DateTimeOffset Until);
}
