namespace Dugout.Faults.List;

/// <summary>Faults that the load lab compares with the product, too.</summary>
internal static class LabFaults
{
    private const string Tests = "Dugout.Features.Tests";

    private static readonly NamedTest Walk = new($"{Tests}.Feed.FeedListsTests", "No_post_is_skipped_or_repeated_while_others_write", "guest");

    public static IReadOnlyList<ProductFault> All { get; } =
    [
        new("redis-gate", "A seat is sold once", "Whoever holds a seat in Redis buys it, and no key stands behind that")
        {
            Together = "fourth sales",
            Switches = "redis-gate,claim-key-dropped",
            Fails = SeatFaults.Races,
        },
        new("in-process-lock", "A seat is sold once", "A lock of each process decides, and no key stands behind it")
        {
            Together = "fifth sales",
            Switches = "in-process-lock,claim-key-dropped",
            Fails = [SeatFaults.Delayed],
        },
        new("feed-by-offset", "Posts that come between two pages shift nothing", "Pages of the guest feed begin after a number of posts")
        {
            Together = "fourth sales",
            Fails = [Walk, new($"{Tests}.Feed.FeedDepthTests", "The_last_page_costs_as_much_as_the_second", "guest")],
        },
        new("feed-index-dropped", "A page of the guest feed is read off an index, however deep it lies", "The index on its order is gone")
        {
            Fails = [new($"{Tests}.Platform.QueryPlansTests", "A_page_of_the_talk_board_or_the_feed_reads_few_of_200_000_posts_at_any_depth")],
            // It is slow, and it is right.
            Passes = [Walk],
        },
        new("feed-evicts-always", "What the first page of the feed doesn't show leaves it in the cache", "Every like and every comment evicts it")
        {
            Together = "fifth sales",
            Fails = [new($"{Tests}.Feed.GuestFeedHits", "Likes_of_older_posts")],
        },
        new("push-inline", "What a sign-in notifies of waits in the outbox until it is pushed", "The sign-in pushes by itself")
        {
            Fails = [new($"{Tests}.Notices.SignInNoticesTests", "A_sign_in_reminds_once_of_each_of_a_hundred_events")],
        },
        new("one-pool", "Who waits to read keeps nobody from writing", "Reads and writes share one pool of connections")
        {
            Fails = [new($"{Tests}.Platform.DatabasesTests", "The_primary_is_reached_over_three_pools")],
        },
    ];
}
