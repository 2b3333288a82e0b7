using Microsoft.Extensions.Options;

namespace Dugout.Features.Notices;

/// <summary>
/// Pushes what a sign-in tells without the outbox, as the load lab compares it: within the request, or by a pool in this process. What the partner doesn't take then is lost, and counted
/// as failed; a process that dies loses what its pool has.
/// </summary>
public sealed class SignInPushes(Pushes pushes, PushPool pool, IOptions<PushOptions> options)
{
    /// <summary>Pushes notices. Returns when all are under way, or with somebody else.</summary>
    public async Task SendAsync(IReadOnlyList<long> notices, CancellationToken cancellation)
    {
        ArgumentNullException.ThrowIfNull(notices);
        foreach (var notice in notices)
        {
            if (options.Value.Delivery == NoticeDelivery.Pool)
                await pool.RunAsync(() => TryAsync(notice, CancellationToken.None));
            else
                await TryAsync(notice, cancellation);
        }
    }

    private async Task TryAsync(long notice, CancellationToken cancellation)
    {
        try
        {
            await pushes.SendAsync(notice, cancellation);
        }
        catch (PushAwayException)
        {
            // Counted where it failed. Nobody tries again.
        }
    }
}
