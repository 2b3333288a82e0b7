using Microsoft.Extensions.Configuration;

namespace Dugout.Features.Shared;

/// <summary>
/// Faults that a test switches on to see them caught: a checker that has never found anything proves nothing. They are
/// compiled into debug builds only, and named in the setting <c>SeededBugs</c>, with commas between.
/// </summary>
public sealed class SeededBugs
{
    /// <summary>Whether this is a debug build.</summary>
    internal const bool AreCompiled =
#if DEBUG
        true;
#else
        false;
#endif

    private readonly string[] _named;

    /// <summary>Reads the setting.</summary>
    public SeededBugs(IConfiguration configuration)
    {
        ArgumentNullException.ThrowIfNull(configuration);
        _named = AreCompiled && configuration["SeededBugs"] is { } names ? names.Split(',', StringSplitOptions.TrimEntries) : [];
    }

    /// <summary>Whether this process is to behave wrongly in the way of this name.</summary>
    public bool Has(string bug) => _named.Contains(bug, StringComparer.Ordinal);

    /// <summary>A second claim on a seat is taken without a word, as if no key forbade it.</summary>
    public const string ClaimKeyDropped = "claim-key-dropped";

    /// <summary>A seat is looked for at REPEATABLE READ, then claimed, with no key behind it.</summary>
    public const string ReadThenWrite = "read-then-write";

    /// <summary>Whoever knows a hold's id may reserve it.</summary>
    public const string HoldWithoutOwner = "hold-without-owner";

    /// <summary>A reservation doesn't look whether its hold has ended.</summary>
    public const string HoldNotFenced = "hold-not-fenced";

    /// <summary>The idempotency key is written after the purchase has committed.</summary>
    public const string KeyAfterCommit = "key-after-commit";

    /// <summary>An account's seats are counted and compared without a lock or a check.</summary>
    public const string LimitWithoutLock = "limit-without-lock";

    /// <summary>After Redis lost its data, nobody tells it what is sold, and nobody asks the primary.</summary>
    public const string SoldUnknownAfterFlush = "sold-unknown-after-flush";

    /// <summary>The count of a campaign's coupons is read, then written.</summary>
    public const string CouponReadThenWrite = "coupon-read-then-write";

    /// <summary>The count of an event's taken places is read, then written.</summary>
    public const string EventPlacesReadThenWrite = "event-places-read-then-write";

    /// <summary>Lists of events are kept without their district in the key.</summary>
    public const string EventKeyWithoutDistrict = "event-key-without-district";

    /// <summary>The likes of a talk post are read, then written.</summary>
    public const string TalkCountReadThenWrite = "talk-count-read-then-write";

    /// <summary>Rankings that were counted in an earlier turn are published over those of a later one.</summary>
    public const string RankingNotFenced = "ranking-not-fenced";

    /// <summary>Every worker counts the rankings whenever it looks.</summary>
    public const string RankingByEverybody = "ranking-by-everybody";

    /// <summary>Who has written reads like anybody else.</summary>
    public const string SeenIgnored = "seen-ignored";

    /// <summary>Answers are kept under what is asked, whatever it is asked of.</summary>
    public const string CacheKeyTooShort = "cache-key-too-short";

    /// <summary>Pieces of the list of products are kept without their delivery in the key.</summary>
    public const string ProductKeyWithoutDelivery = "product-key-without-delivery";

    /// <summary>The count of a post's likes is read, then written.</summary>
    public const string LikesReadThenWrite = "likes-read-then-write";

    /// <summary>The guest feed is evicted without a word of where in the primary's history the change stands.</summary>
    public const string FeedEvictedWithoutPlace = "feed-evicted-without-place";

    /// <summary>Messages are taken from the outbox before their receivers have them.</summary>
    public const string OutboxMarkedBeforeSent = "outbox-marked-before-sent";

    /// <summary>The record of seats doesn't know a message it has had before.</summary>
    public const string AuditWithoutDedupe = "audit-without-dedupe";
}
