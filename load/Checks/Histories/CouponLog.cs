using System.Collections.Concurrent;
using Dugout.Load.Client;

namespace Dugout.Load.Checks.Histories;

/// <summary>
/// Records the coupon claims of a run. Every member is thread-safe. A claim is recorded before it is sent, so a claim without a response is recorded
/// as unknown.
/// </summary>
internal sealed class CouponLog
{
    private readonly ConcurrentQueue<CouponClaim> _claims = new();

    /// <summary>A fan claims a coupon. A repeat under the same key is the same claim.</summary>
    public CouponClaim Claim(long account, long campaign)
    {
        var claim = new CouponClaim(account, campaign);
        _claims.Enqueue(claim);
        return claim;
    }

    /// <summary>All claims so far.</summary>
    public IReadOnlyList<CouponClaim> Read() => [.. _claims];
}

/// <summary>A claim that was sent, perhaps several times under one key. Its sender records the result of each attempt.</summary>
internal sealed class CouponClaim(long account, long campaign)
{
    private Recorded? _recorded;

    /// <summary>The account that claimed.</summary>
    public long Account => account;

    /// <summary>The campaign of the coupon.</summary>
    public long Campaign => campaign;

    /// <summary>The result of the claim.</summary>
    public OperationResult OperationResult => _recorded?.OperationResult ?? OperationResult.Unknown;

    /// <summary>Why there is no coupon: the shop's error code, or why there was no response; empty where there is a coupon.</summary>
    public string Code => _recorded?.Code ?? "no response yet";

    /// <summary>The coupon, where there is one.</summary>
    public long? Coupon => _recorded?.Coupon;

    /// <summary>Records a response. Where an earlier response left the effect unknown, only a coupon settles it.</summary>
    public void RecordResponse(ShopResponse<Coupon> response)
    {
        if (response.Body is { } coupon) _recorded = new Recorded(OperationResult.Ok, "", coupon.CouponId);
        else if (_recorded is { OperationResult: OperationResult.Unknown }) return;
        else if (response.EffectUnknown) _recorded = new Recorded(OperationResult.Unknown, response.Status, null);
        else if (response.Outcome == Outcome.Rejected) _recorded = new Recorded(OperationResult.Rejected, response.Code, null);
        else _recorded = new Recorded(OperationResult.Failed, response.Status, null);
    }

    private sealed record Recorded(OperationResult OperationResult, string Code, long? Coupon);
}
