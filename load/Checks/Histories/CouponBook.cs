using System.Collections.Concurrent;
using Dugout.Load.Client;

namespace Dugout.Load.Checks.Histories;

/// <summary>
/// The book of the coupons that were asked for in a run; every member may be called from anywhere at any time. A claim is written down before it is
/// sent, so one whose answer never comes is in the book as unknown.
/// </summary>
internal sealed class CouponBook
{
    private readonly ConcurrentQueue<CouponClaim> _claims = new();

    /// <summary>A fan asks for a coupon. A repeat under the same key is the same claim.</summary>
    public CouponClaim Claim(long account, long campaign)
    {
        var claim = new CouponClaim(account, campaign);
        _claims.Enqueue(claim);
        return claim;
    }

    /// <summary>All claims up to now.</summary>
    public IReadOnlyList<CouponClaim> Read() => [.. _claims];
}

/// <summary>A claim that was sent, perhaps several times under one key. Whoever sent it says each time what came of it.</summary>
internal sealed class CouponClaim(long account, long campaign)
{
    private Told? _told;

    /// <summary>Who asked.</summary>
    public long Account => account;

    /// <summary>Of which campaign.</summary>
    public long Campaign => campaign;

    /// <summary>What came of it.</summary>
    public OperationResult OperationResult => _told?.OperationResult ?? OperationResult.Unknown;

    /// <summary>Why there is no coupon, as the shop or the missing answer says it; empty where there is one.</summary>
    public string Code => _told?.Code ?? "no answer yet";

    /// <summary>The coupon, where there is one.</summary>
    public long? Coupon => _told?.Coupon;

    /// <summary>Writes an answer down. Where an earlier one left it open whether something was done, only a coupon settles it.</summary>
    public void Answer(Answer<Coupon> answer)
    {
        if (answer.Body is { } coupon) _told = new Told(OperationResult.Ok, "", coupon.CouponId);
        else if (_told is { OperationResult: OperationResult.Unknown }) return;
        else if (answer.EffectUnknown) _told = new Told(OperationResult.Unknown, answer.Status, null);
        else if (answer.Outcome == Outcome.Refused) _told = new Told(OperationResult.Refused, answer.Code, null);
        else _told = new Told(OperationResult.Failed, answer.Status, null);
    }

    private sealed record Told(OperationResult OperationResult, string Code, long? Coupon);
}
