using Dugout.Load.Checks.Histories;

namespace Dugout.Load.Checks;

/// <summary>Compares the coupons reported to fans with the rows. A pure function of both.</summary>
internal static class CouponConsistency
{
    private const string AlreadyClaimed = "already-claimed";

    /// <summary>Each account has exactly the coupons that the shop reported to it.</summary>
    /// <param name="claims">The claims recorded in the run, after all have ended.</param>
    /// <param name="rows">Every coupon of the accounts that claimed.</param>
    /// <param name="since">When the run began, by the database's clock.</param>
    public static IReadOnlyList<Finding> Of(IReadOnlyCollection<CouponClaim> claims, IReadOnlyCollection<CouponRow> rows, DateTime since)
    {
        var byId = rows.ToDictionary(row => row.Id);
        var owners = rows.Select(row => (row.Account, row.Campaign)).ToHashSet();
        var acknowledged = claims.Where(claim => claim.OperationResult == OperationResult.Ok).ToList();
        var acknowledgedIds = acknowledged.Select(claim => claim.Coupon!.Value).ToHashSet();
        var failed = claims.Where(claim => claim.OperationResult is OperationResult.Unknown or OperationResult.Failed).Select(claim => (claim.Account, claim.Campaign)).ToHashSet();
        var open = claims.Where(claim => claim.OperationResult == OperationResult.Unknown).Select(claim => (claim.Account, claim.Campaign)).ToHashSet();
        return
        [
            new("Every acknowledged coupon is a row of its fan",
            [
                .. acknowledged.Where(claim => !(byId.TryGetValue(claim.Coupon!.Value, out var row) && (row.Account, row.Campaign) == (claim.Account, claim.Campaign)))
                    .Select(claim => $"coupon {claim.Coupon} of campaign {claim.Campaign} was acknowledged to account {claim.Account} and is not a row of it"),
            ]),
            new("No coupon was acknowledged to two claims", [.. acknowledged.GroupBy(claim => claim.Coupon).Where(same => same.Count() > 1).Select(same => $"coupon {same.Key} was acknowledged {same.Count()} times")]),
            new("Every coupon of the run was acknowledged, unless its claim got no response",
            [
                .. rows.Where(row => row.ClaimedAt >= since && !acknowledgedIds.Contains(row.Id) && !open.Contains((row.Account, row.Campaign)))
                    .Select(row => $"coupon {row.Id} of campaign {row.Campaign} is account {row.Account}'s and was never acknowledged"),
            ]),
            // While another claim of the same account is in progress, the shop may report this of that claim, which may then fail.
            new("Every account rejected as already-claimed has the coupon",
            [
                .. claims.Where(claim => claim is { OperationResult: OperationResult.Rejected, Code: AlreadyClaimed } && !owners.Contains((claim.Account, claim.Campaign)) && !failed.Contains((claim.Account, claim.Campaign)))
                    .Select(claim => $"account {claim.Account} has no coupon of campaign {claim.Campaign}, and its claim was rejected as {AlreadyClaimed}"),
            ]),
        ];
    }
}
