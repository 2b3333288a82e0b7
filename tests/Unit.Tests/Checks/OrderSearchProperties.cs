using Dugout.Load.Checks.Histories;
using Dugout.Load.Checks.Linearizability;
using FsCheck;
using FsCheck.Fluent;
using Xunit;

namespace Dugout.Unit.Tests.Checks;

/// <summary>The search against the definition: small stories, every order of every choice of the steps in doubt tried one after the other.</summary>
public sealed class OrderSearchProperties
{
    private static readonly Operation Nothing = new() { Id = 1, OperationKind = OperationKind.Hold, Game = 1, Seats = [] };

    [Fact]
    public void The_search_finds_an_order_exactly_when_there_is_one()
    {
        var (fits, contradicts) = (0, 0);
        var step =
            from act in Gen.Elements(Act.Hold, Act.Hold, Act.Release, Act.Renew, Act.Reserve, Act.Reserve, Act.Cancel, Act.Block, Act.Unblock, Act.SawHeld, Act.SawSold, Act.SawBlocked, Act.SawHoldGone, Act.SawCancelled)
            from owner in Gen.Choose(1, 3)
            from times in Gen.Choose(0, 12).Two()
            from mayEnd in Gen.Choose(0, 16)
            from inDoubt in Gen.Choose(0, 5)
            from lenient in Gen.Choose(0, 5)
            let one = new Step { Act = act, Owner = owner, From = Math.Min(times.Item1, times.Item2), To = Math.Max(times.Item1, times.Item2), MayEnd = mayEnd, HoldMayBeLost = act == Act.Reserve && lenient == 0, MayBeNoOp = act == Act.Cancel && lenient == 0, Source = Nothing }
            select inDoubt == 0 && !one.IsReadOnly ? one.AsUncertain() : one;
        // A hold is made once: its id is never used again.
        var history = step.ListOf(6).Zip(Gen.Elements(true, false), (steps, free) => new SeatHistory([.. steps.DistinctBy(one => one.Act == Act.Hold ? one.Owner : -steps.IndexOf(one) - 1)], free));

        Prop.ForAll(history.ToArbitrary(), one =>
        {
            var expected = Definition(one);
            var found = OrderSearch.Of(one);
            Assert.True(found == (expected ? Order.Exists : Order.Contradicts), $"the search says {found}: {(one.FreeAtFirst ? "free at first" : "unknown at first")}, {string.Join("; ", one.Steps.Select(Written))}");
            if (expected) fits++;
            else contradicts++;
        }).Check(Config.QuickThrowOnFailure.WithMaxTest(2_000));

        Assert.InRange(fits, 100, 1_900); // both kinds were among them
        Assert.InRange(contradicts, 100, 1_900);
    }

    /// <summary>Found by the property above: the seat was sold from the first owner's hold before, which the uncertain sale shows, and is sold from it again.</summary>
    [Fact]
    public void An_uncertain_sale_may_be_of_the_time_before_the_history_although_the_hold_is_sold_within_it()
    {
        var step = new Step { Act = Act.Reserve, Owner = 1, From = 0, To = 1, MayEnd = 9, Source = Nothing };
        var history = new SeatHistory([step.AsUncertain(), step with { Act = Act.Cancel, To = 2 }, (step with { Act = Act.Hold, From = 3 }).AsUncertain(), step with { From = 4, To = 5 }], FreeAtFirst: false);

        Assert.True(Definition(history));
        Assert.Equal(Order.Exists, OrderSearch.Of(history));
    }

    /// <summary>Found by the property above: an uncertain renewal after the certain one lets the hold end before it is seen gone.</summary>
    [Fact]
    public void An_uncertain_renewal_may_come_after_another_one()
    {
        var hold = new Step { Act = Act.Hold, Owner = 1, From = 0, To = 1, MayEnd = 12, Source = Nothing };
        var history = new SeatHistory(
            [hold, (hold with { Act = Act.Renew, From = 1, MayEnd = 8 }).AsUncertain(), hold with { Act = Act.Renew, From = 9, To = 9, MayEnd = 15 }, hold with { Act = Act.SawHoldGone, From = 10, To = 10 }],
            FreeAtFirst: true);

        Assert.True(Definition(history));
        Assert.Equal(Order.Exists, OrderSearch.Of(history));
    }

    /// <summary>Found by the property above: the sale of a hold that was lost before the history explains what was seen.</summary>
    [Fact]
    public void An_uncertain_sale_whose_hold_may_be_lost_needs_no_hold()
    {
        var sale = new Step { Act = Act.Reserve, Owner = 1, From = 0, To = 1, HoldMayBeLost = true, Source = Nothing };
        var history = new SeatHistory([sale.AsUncertain(), sale with { Act = Act.SawSold, Owner = 2, From = 5, To = 6, HoldMayBeLost = false }], FreeAtFirst: true);

        Assert.True(Definition(history));
        Assert.Equal(Order.Exists, OrderSearch.Of(history));
    }

    /// <summary>Found by the property above: the seat was another one's before and after a cancellation that had nothing to do.</summary>
    [Fact]
    public void A_cancellation_that_may_find_nothing_to_do_leaves_a_seat_whose_owner_is_unknown()
    {
        var sale = new Step { Act = Act.Reserve, Owner = 3, From = 0, To = 1, Source = Nothing };
        var history = new SeatHistory(
            [sale.AsUncertain(), sale with { Act = Act.Cancel, Owner = 2, From = 2, To = 3, MayBeNoOp = true }, sale with { Act = Act.SawSold, Owner = 1, From = 5, To = 6 }], FreeAtFirst: false);

        Assert.True(Definition(history));
        Assert.Equal(Order.Exists, OrderSearch.Of(history));
    }

    private static string Written(Step step) =>
        $"{(step.Certain ? "" : "perhaps ")}{step.Act} of {step.Owner} from {step.From} to {step.To}, may end at {step.MayEnd}{(step.HoldMayBeLost ? ", hold may be lost" : "")}{(step.MayBeNoOp ? ", may be no-op" : "")}";

    private static bool Definition(SeatHistory history)
    {
        var known = new KnownOwners(history.Steps);
        return Place([.. history.Steps], history.FreeAtFirst ? SeatState.Free : SeatState.Unknown, long.MinValue);

        // Time runs along in full here: a step happens at some moment within its bounds, and not before the one placed last.
        bool Place(List<Step> left, SeatState state, long now)
        {
            if (left.All(step => !step.Certain)) return true;
            if (left.Any(step => step.Certain && step.To < now)) return false;
            if (state.Status == SeatIs.Held && Place(left, SeatState.Free, Math.Max(now, state.MayEnd))) return true;
            if (state.Status == SeatIs.Unknown && Place(left, SeatState.Free, now)) return true;
            return left.Any(step => (step.IsReadOnly ? state.Shows(step) ? state : null : state.After(step, known)) is { } after
                && Place([.. left.Where(other => !ReferenceEquals(other, step))], after, Math.Max(now, step.From)));
        }
    }

    private static class SeatIs
    {
        public const Status Held = Load.Checks.Linearizability.Status.Held;
        public const Status Unknown = Load.Checks.Linearizability.Status.Unknown;
    }
}
