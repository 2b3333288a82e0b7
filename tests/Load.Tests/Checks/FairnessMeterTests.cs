using Dugout.Load.Checks;
using Dugout.Load.Checks.Fairness;
using Xunit;

namespace Dugout.Load.Tests.Checks;

/// <summary>The fairness meter on logs of known rooms.</summary>
public sealed class FairnessMeterTests
{
    private const string Seed = "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f";

    private static readonly TimeSpan Staleness = TimeSpan.FromSeconds(2);

    [Fact]
    public void A_room_that_admits_in_order_breaks_no_rule()
    {
        var waiters = Room(20);

        Assert.All(Findings(waiters), finding => Assert.Empty(finding.Differences));
        var figures = FairnessMeter.Figures(waiters, At(5), Staleness);
        Assert.Equal((20, 20, 1, 0, 0), (figures.Fans, figures.Admitted, figures.RankCorrelation, figures.Inversions, figures.Overtaken));
    }

    [Fact]
    public void The_opposite_order_has_the_correlation_minus_one_and_every_pair_inverted()
    {
        var waiters = Enumerable.Range(0, 10).Select(number => Fan(number, admittedAt: 100 - number)).ToList();

        var figures = FairnessMeter.Figures(waiters, At(0), Staleness);

        Assert.Equal((-1, 1), (figures.RankCorrelation, figures.Inversions));
    }

    [Fact]
    public void A_fan_told_to_wait_long_after_a_greater_number_was_admitted_is_overtaken()
    {
        var (slow, quick) = (Fan(3, admittedAt: 20), Fan(4, admittedAt: 10));
        slow.TurnedAway(At(12.1));

        Assert.Equal([FairnessMeter.NoneIsOvertaken], Broken([slow, quick]));
        Assert.Equal(1, FairnessMeter.Figures([slow, quick], At(0), Staleness).Overtaken);
    }

    [Fact]
    public void A_response_as_old_as_it_may_be_overtakes_nobody()
    {
        var (slow, quick) = (Fan(3, admittedAt: 20), Fan(4, admittedAt: 10));
        slow.TurnedAway(At(12));

        Assert.Empty(Broken([slow, quick]));
    }

    [Fact]
    public void Two_places_of_an_account_and_two_accounts_of_a_place_are_found()
    {
        var (one, device, other) = (Fan(7, account: 1), Fan(8, account: 1), Fan(8, account: 2));

        Assert.Equal([FairnessMeter.OneNumber, FairnessMeter.OneAccount], Broken([one, device, other]));
    }

    [Fact]
    public void A_number_that_changes_is_found()
    {
        var fan = Fan(7);
        fan.HasTicket(2, 2);

        Assert.Equal([FairnessMeter.Kept], Broken([fan]));
    }

    [Fact]
    public void A_draw_must_follow_from_the_seed_that_was_committed_to()
    {
        var numbers = PublicDraw.Numbers(Seed, 6);
        var fans = Enumerable.Range(0, 6).Select(index => Drawn(index, numbers[index])).ToList();
        var arranged = Enumerable.Range(0, 6).Select(index => Drawn(index, index)).ToList();

        Assert.Empty(Broken(fans, new(PublicDraw.HashOf(Seed), Seed, 6)));
        Assert.Equal([FairnessMeter.Committed], Broken(arranged, new(PublicDraw.HashOf(Seed), Seed, 6)));
        Assert.Equal([FairnessMeter.Committed], Broken(fans, new(PublicDraw.HashOf(new('0', 64)), Seed, 6)));
    }

    [Fact]
    public void A_counter_may_differ_among_concurrent_reads_but_never_go_back()
    {
        Look first = new(At(1), At(2), 10);

        Assert.Empty(Broken([], looks: [first, new(At(1.9), At(2.5), 9)]));
        Assert.Equal([FairnessMeter.NeverBack], Broken([], looks: [first, new(At(2.1), At(2.2), 9)]));
    }

    [Fact]
    public void Waiting_is_counted_from_the_opening_and_predictions_are_compared_with_it()
    {
        List<Waiter> fans = [Fan(0, admittedAt: 10), Fan(1, admittedAt: 20, arrivedAt: 15)];
        fans[0].Predict(At(5), TimeSpan.FromSeconds(10));
        fans[1].Predict(At(15), TimeSpan.FromSeconds(5));

        var figures = FairnessMeter.Figures(fans, opensAt: At(2), Staleness);

        Assert.Equal((5, 8, 8), (figures.WaitP50, figures.WaitP95, figures.WaitMax));
        Assert.Equal(0, figures.PredictionError);
    }

    [Fact]
    public void The_share_of_scripts_is_of_accounts_and_of_seats()
    {
        List<Waiter> fans = [Fan(0, isScripted: true), Fan(1), Fan(2), Fan(3)];
        fans[0].Bought(3, At(1));
        fans[1].Bought(1, At(1));

        var figures = FairnessMeter.Figures(fans, At(0), Staleness);

        Assert.Equal((0.25, 0.75), (figures.ScriptedShareOfFans, figures.ScriptedShareOfSeats));
    }

    private static List<Waiter> Room(int fans) => [.. Enumerable.Range(0, fans).Select(number =>
    {
        var fan = Fan(number, admittedAt: 10 + number);
        fan.TurnedAway(At(9 + number));
        return fan;
    })];

    private static Waiter Fan(int number, double? admittedAt = null, long? account = null, double arrivedAt = 0, bool isScripted = false)
    {
        var fan = new Waiter(account ?? 1_000 + number, isScripted, At(arrivedAt));
        fan.HasTicket(number, number);
        if (admittedAt is { } at) fan.Admitted(At(at));
        return fan;
    }

    private static Waiter Drawn(int index, int number)
    {
        var fan = new Waiter(1_000 + index, isScripted: false, At(0));
        fan.HasTicket(index, null);
        fan.HasTicket(index, number);
        return fan;
    }

    private static IEnumerable<string> Broken(IReadOnlyList<Waiter> waiters, ShownDraw? draw = null, IReadOnlyList<Look>? looks = null) =>
        FairnessMeter.Findings(waiters, looks ?? [], draw ?? new("", Seed: null, 0), Staleness).Where(finding => !finding.Passed).Select(finding => finding.Sentence);

    private static IReadOnlyList<Finding> Findings(IReadOnlyList<Waiter> waiters) => FairnessMeter.Findings(waiters, [], new("", Seed: null, 0), Staleness);

    private static TimeSpan At(double seconds) => TimeSpan.FromSeconds(seconds);
}
