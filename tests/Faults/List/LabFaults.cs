namespace Dugout.Faults.List;

/// <summary>Faults that the load lab compares with the product, too.</summary>
internal static class LabFaults
{
    private const string Tests = "Dugout.Features.Tests";

    private static readonly NamedTest Walk = new($"{Tests}.Feed.FeedListsTests", "No_post_is_skipped_or_repeated_while_others_write", "guest");

    public static IReadOnlyList<ProductFault> All { get; } =
    [
        new("redis-gate", "A seat is sold once", "The hold in Redis alone decides a purchase; the unique key is dropped")
        {
            Together = "fourth sales",
            Switches = "redis-gate,claim-key-dropped",
            Fails = SeatFaults.Races,
        },
        new("in-process-lock", "A seat is sold once", "A lock in each process decides; the unique key is dropped")
        {
            Together = "fifth sales",
            Switches = "in-process-lock,claim-key-dropped",
            Fails = [SeatFaults.Delayed],
        },
        new("feed-by-offset", "New posts do not shift pages", "Pages of the guest feed begin at an offset")
        {
            Together = "fourth sales",
            Fails = [Walk, new($"{Tests}.Feed.FeedDepthTests", "The_last_page_costs_as_much_as_the_second", "guest")],
        },
        new("feed-index-dropped", "A page of the guest feed is read from an index at any depth", "The index on its order is dropped")
        {
            Fails = [new($"{Tests}.Platform.QueryPlansTests", "A_page_of_the_talk_board_or_the_feed_reads_few_of_200_000_posts_at_any_depth")],
            // It is slow, and it is right.
            Passes = [Walk],
        },
        new("feed-evicts-always", "Changes not shown on the first feed page do not invalidate it", "Every like and comment invalidates it")
        {
            Together = "fifth sales",
            Fails = [new($"{Tests}.Feed.GuestFeedHits", "Likes_of_older_posts")],
        },
        new("push-inline", "Notices of a sign-in wait in the outbox until they are pushed", "The sign-in request pushes them")
        {
            Fails = [new($"{Tests}.Notices.SignInNoticesTests", "A_sign_in_reminds_once_of_each_of_a_hundred_events")],
        },
        new("one-pool", "Waiting reads do not block writes", "Reads and writes share one pool of connections")
        {
            Fails = [new($"{Tests}.Platform.DatabasesTests", "The_primary_is_reached_over_three_pools")],
        },
    ];
}
