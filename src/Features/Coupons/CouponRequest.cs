using System.Buffers.Binary;
using System.Globalization;
using System.Security.Cryptography;
using System.Text;

namespace Dugout.Features.Coupons;

/// <summary>A fan's wish for a coupon, as the ways to claim one get it.</summary>
/// <param name="Campaign">Of which campaign; what remains of it may be out of date.</param>
/// <param name="AccountId">Who.</param>
/// <param name="Key">The idempotency key.</param>
/// <param name="Closed">Why nobody gets one any more, so that only a repeat is answered; null while the campaign runs.</param>
public sealed record CouponRequest(Campaign Campaign, long AccountId, string Key, Problem? Closed)
{
    private const int Marks = 1_000;

    /// <summary>
    /// What of the key Redis keeps, 0 to 999: enough to know most keys for another one without asking the primary, which decides about the rest.
    /// </summary>
    public string Mark { get; } =
        (BinaryPrimitives.ReadUInt16LittleEndian(SHA256.HashData(Encoding.ASCII.GetBytes(Key))) % Marks).ToString(CultureInfo.InvariantCulture);
}
