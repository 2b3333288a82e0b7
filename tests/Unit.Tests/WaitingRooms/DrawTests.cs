using Dugout.Features.WaitingRooms;
using Xunit;

namespace Dugout.Unit.Tests.WaitingRooms;

public sealed class DrawTests
{
    private static readonly string Seed = new('0', 64);

    /// <summary>Computed by another program from the description in <see cref="Draw"/>: any implementation of it gets these numbers.</summary>
    [Fact]
    public void The_numbers_of_a_seed_are_those_of_the_description()
    {
        Assert.Equal("66687aadf862bd776c8fc18b8e9f8e20089714856ee233b3902a591d0d5f2925", Draw.HashOf(Seed));
        Assert.Equal([11, 0, 3, 4, 2, 10, 7, 9, 6, 5, 8, 1], Draw.Numbers(Seed, 12));
    }

    [Theory]
    [InlineData(0)]
    [InlineData(1)]
    [InlineData(2)]
    [InlineData(20_000)]
    public void Each_number_is_drawn_once(int tickets) =>
        Assert.Equal(Enumerable.Range(0, tickets), Draw.Numbers(Draw.NewSeed(), tickets).Order());

    /// <summary>Each of the six orders of three tickets comes up in about a sixth of the draws: a difference of five standard deviations fails.</summary>
    [Fact]
    public void Every_order_is_equally_likely()
    {
        const int Draws = 6_000;
        var orders = Enumerable.Range(0, Draws).Select(n => string.Join(' ', Draw.Numbers(n.ToString("x64", System.Globalization.CultureInfo.InvariantCulture), 3))).CountBy(order => order).ToList();

        Assert.Equal(6, orders.Count);
        Assert.All(orders, order => Assert.InRange(order.Value, 1_000 - 145, 1_000 + 145));
    }

    [Fact]
    public void A_late_ticket_has_the_number_of_its_place()
    {
        var room = new WaitingRoom(Rooms.Row with { Drawn = 3, Tickets = 5, Seed = Seed }, DateTime.UnixEpoch);

        Assert.Equal([0, 1, 2], Enumerable.Range(0, 3).Select(place => room.NumberOf(place)!.Value).Order());
        Assert.Equal([3, 4], [room.NumberOf(3), room.NumberOf(4)]);
        Assert.Null(new WaitingRoom(Rooms.Row with { Tickets = 5 }, DateTime.UnixEpoch).NumberOf(4));
    }
}
