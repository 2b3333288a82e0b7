namespace Dugout.Faults.List;

/// <summary>Counts that are read and then written, instead of changed by one statement.</summary>
internal static class CountFaults
{
    private const string Tests = "Dugout.Features.Tests";

    public static IReadOnlyList<ProductFault> All { get; } =
    [
        new("coupon-read-then-write", "A campaign gives away as many coupons as it has", "The count of a campaign is read, then written")
        {
            Together = "second sales",
            Fails =
            [
                new($"{Tests}.Coupons.CouponRushTests", "A_rush_over_two_replicas_claims_exactly_the_stock"),
                new($"{Tests}.Coupons.CouponRaces", "A_thousand_concurrent_fans_get_exactly_the_hundred_coupons"),
            ],
        },
        new("event-places-read-then-write", "An event has as many confirmed fans as places", "The count of taken places is read, then written")
        {
            Together = "second sales",
            Edits =
            [
                new("event-places-read-then-write", "src/Features/FanEvents/ApplyForEvent.cs",
                    "CurrentAccount account, Prospects prospects, IdempotentCommands idempotency,",
                    "CurrentAccount account, Prospects prospects, IdempotentCommands idempotency, Databases databases,"),
                new("event-places-read-then-write", "src/Features/FanEvents/ApplyForEvent.cs",
                    "? Write(state, Count(state), eventId, account, clock)",
                    """? Write(state, state == ApplicationStates.Confirmed && Fault.Is("event-places-read-then-write") ? await ReadThenCountAsync(eventId, databases) : Count(state), eventId, account, clock)"""),
                new("event-places-read-then-write", "src/Features/FanEvents/ApplyForEvent.cs",
                    "    private static string Count(string state) =>",
                    """
                        private static async Task<string> ReadThenCountAsync(long eventId, Databases databases)
                        {
                            await using var connection = await databases.OpenPrimaryAsync(CancellationToken.None);
                            var taken = await connection.ExecuteScalarAsync<int>("SELECT taken FROM fan_events WHERE id = @eventId", new { eventId });
                            return $"UPDATE fan_events SET taken = {taken + 1} WHERE id = @eventId AND {taken} < places AND {InItsTime}";
                        }

                        private static string Count(string state) =>
                    """),
            ],
            Fails = [new($"{Tests}.FanEvents.EventRaces", "Forty_fans_over_two_replicas_get_exactly_ten_places")],
        },
        new("talk-count-read-then-write", "A post of the talk board counts its likes", "The count is read, then written")
        {
            Together = "second sales",
            Edits =
            [
                new("talk-count-read-then-write", "src/Features/Talk/LikePost.cs",
                    "long postId, CurrentAccount account, PrimaryTransaction transaction, TimeProvider clock",
                    "long postId, CurrentAccount account, PrimaryTransaction transaction, Databases databases, TimeProvider clock"),
                new("talk-count-read-then-write", "src/Features/Talk/LikePost.cs",
                    "var liked = await transaction.RunAsync(Sql,",
                    """
                    var read = Fault.Is("talk-count-read-then-write")
                                ? await databases.QueryPrimaryAsync(primary => primary.ExecuteScalarAsync<int>(new("SELECT likes FROM talk_posts WHERE id = @postId", new { postId })), cancellation)
                                : -1;
                            var liked = await transaction.RunAsync(read < 0 ? Sql : Sql.Replace("likes + 1", $"{read + 1}"),
                    """),
            ],
            Fails = [new($"{Tests}.Talk.TalkRaces", "Forty_likes_over_two_replicas_are_counted")],
        },
        new("likes-read-then-write", "A post of the feed counts its likes", "The count is read, then written")
        {
            Together = "second sales",
            Edits =
            [
                new("likes-read-then-write", "src/Features/Feed/LikePost.cs",
                    "long postId, CurrentAccount account, FeedChanges changes, TimeProvider clock",
                    "long postId, CurrentAccount account, FeedChanges changes, Databases databases, TimeProvider clock"),
                new("likes-read-then-write", "src/Features/Feed/LikePost.cs",
                    "var sent = await changes.SendAsync(account, (postId, FeedChanges.Shows.ThePost), Like,",
                    """
                    var read = Fault.Is("likes-read-then-write")
                                ? await databases.QueryPrimaryAsync(primary => primary.ExecuteScalarAsync<int>(new("SELECT likes FROM posts WHERE id = @postId", new { postId })), cancellation)
                                : -1;
                            var sent = await changes.SendAsync(account, (postId, FeedChanges.Shows.ThePost), read < 0 ? Like : Like.Replace("likes + 1", $"{read + 1}"),
                    """),
            ],
            Fails = [new($"{Tests}.Feed.FeedRaces", "Fifty_concurrent_likes_violate_no_invariant")],
        },
    ];
}
