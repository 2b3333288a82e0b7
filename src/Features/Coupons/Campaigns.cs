using MySqlConnector;

namespace Dugout.Features.Coupons;

/// <summary>
/// Campaigns as whoever claims needs them, read from the primary and kept for a second: what of a campaign never changes, that is, not what
/// remains. So a rush for one asks the primary twice a second.
/// </summary>
public sealed class Campaigns(Databases databases, TimeProvider clock)
{
    private readonly RefreshAheadCache<long, Campaign> _kept = new(id => Campaign.FindAsync(databases, id, CancellationToken.None), clock);

    /// <summary>A campaign, with what remained up to a second ago; null where there is none of this id.</summary>
    /// <exception cref="MySqlException">The primary did not answer.</exception>
    public ValueTask<Campaign?> FindAsync(long campaignId, CancellationToken cancellation) => _kept.GetAsync(campaignId, cancellation);
}
