using Dugout.Load.Client;
using Dugout.Load.Scenarios;
using Xunit;

namespace Dugout.Load.Tests.Scenarios;

/// <summary>Which seats a fan of the load lab wants.</summary>
public sealed class FreeSeatsTests
{
    /// <summary>Two blocks of two rows of three: 1 to 3, 4 to 6; 7 to 9, 10 to 12.</summary>
    private static readonly Grade Plan = new(5, "grade", 1_000, 12, 4, [new("A", 2, 3, 1), new("B", 2, 3, 7)]);

    private static readonly Keys First = Keys.Parse("single")!;

    [Fact]
    public void One_and_two_seats_are_requested_equally_often()
    {
        var random = new Random(7);
        var counts = Enumerable.Range(0, 1_000).Select(_ => Numbers([], First, random).Length).CountBy(length => length).ToDictionary();

        Assert.Equal([1, 2], counts.Keys.Order());
        Assert.InRange(counts[1], 400, 600);
    }

    [Fact]
    public void Two_seats_are_free_neighbours_in_a_row()
    {
        var random = new Random(7);
        for (var trial = 0; trial < 2_000; trial++)
        {
            int[] taken = [.. Enumerable.Range(1, 12).Where(_ => random.Next(3) == 0)];
            var seats = Numbers(taken, Keys.Uniform, random);

            Assert.InRange(seats.Length, taken.Length == 12 ? 0 : 1, 2);
            Assert.All(seats, seat => Assert.InRange(seat, 1, 12));
            Assert.Empty(seats.Intersect(taken));
            if (seats is [var one, var other])
                Assert.Equal((one + 1, (one - 1) / 3), (other, (other - 1) / 3));
        }
    }

    [Theory]
    [InlineData(new int[0], 1)]
    [InlineData(new[] { 1 }, 2)]
    [InlineData(new[] { 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11 }, 12)]
    public void With_first_keys_the_first_free_seat_is_chosen(int[] taken, int first) =>
        Assert.All(Enumerable.Range(0, 20), seed => Assert.Equal(first, Numbers(taken, First, new Random(seed))[0]));

    [Fact]
    public void The_search_wraps_around_to_the_first_seat() => Assert.Contains(
        Enumerable.Range(0, 50), seed => Numbers([7, 8, 9, 10, 11, 12], Keys.Uniform, new Random(seed))[0] == 1);

    [Fact]
    public void A_full_grade_has_no_free_seat() => Assert.Empty(Numbers([.. Enumerable.Range(1, 12)], First, new Random(7)));

    [Theory]
    [InlineData(3, false)] // the end of a row
    [InlineData(6, false)] // of a block
    [InlineData(12, false)] // of the grade
    [InlineData(2, true)]
    [InlineData(8, true)]
    public void Two_seats_are_found_only_within_one_row(int first, bool canBeTwo)
    {
        int[] taken = [.. Enumerable.Range(1, first - 1)];

        Assert.Equal(canBeTwo, Enumerable.Range(0, 50).Any(seed => Numbers(taken, First, new Random(seed)).Length == 2));
    }

    private static int[] Numbers(int[] taken, Keys keys, Random random)
    {
        var seats = Buying.FreeSeats(Plan, taken, keys, random);
        Assert.All(seats, seat => Assert.Equal(5, seat.GradeId));
        return [.. seats.Select(seat => seat.Number)];
    }
}
