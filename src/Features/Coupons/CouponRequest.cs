using System.Buffers.Binary;
using System.Globalization;
using System.Security.Cryptography;
using System.Text;

namespace Dugout.Features.Coupons;

/// <summary>A request for a coupon, as passed to the claim strategies.</summary>
/// <param name="Campaign">The campaign; its remaining number may be stale.</param>
/// <param name="AccountId">The account.</param>
/// <param name="Key">The idempotency key.</param>
/// <param name="Closed">The error if the campaign is closed, so that only a repeat succeeds; null while it runs.</param>
public sealed record CouponRequest(Campaign Campaign, long AccountId, string Key, Problem? Closed)
{
    private const int Marks = 1_000;

    /// <summary>
    /// The part of the key stored in Redis, 0 to 999. It distinguishes most keys without a query to the primary, which decides the rest.
    /// </summary>
    public string Mark { get; } =
        (BinaryPrimitives.ReadUInt16LittleEndian(SHA256.HashData(Encoding.ASCII.GetBytes(Key))) % Marks).ToString(CultureInfo.InvariantCulture);
}
