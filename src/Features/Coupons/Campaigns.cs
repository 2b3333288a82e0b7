using MySqlConnector;

namespace Dugout.Features.Coupons;

/// <summary>
/// Campaign data for claims, read from the primary and cached for a second with refresh-ahead. Only immutable data is used, not the
/// remaining number. A burst of claims costs about two queries a second.
/// </summary>
public sealed class Campaigns(Reads reads, TimeProvider clock)
{
    private readonly RefreshAheadCache<long, Campaign> _kept = new(id => Campaign.FindAsync(reads, id, CancellationToken.None), clock);

    /// <summary>A campaign, with a remaining number up to a second old; null if there is none with this id.</summary>
    /// <exception cref="MySqlException">The primary is unavailable.</exception>
    public ValueTask<Campaign?> FindAsync(long campaignId, CancellationToken cancellation) => _kept.GetAsync(campaignId, cancellation);
}
