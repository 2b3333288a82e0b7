using System.Net;
using Xunit;

namespace Dugout.Features.Tests.Catalog;

public sealed class ShowGradeTests(Shop shop)
{
    [Fact]
    public async Task The_grades_of_a_game_have_their_seats_in_blocks()
    {
        var capacities = new List<int>();
        for (var n = 1; n <= 5; n++)
        {
            var grade = (await shop.Http.GetAnswerAsync($"/api/games/3/grades/{Shop.Grade(3, n)}")).Json;
            var next = 1;
            foreach (var block in grade.GetProperty("blocks").EnumerateArray())
            {
                Assert.Equal(next, block.GetProperty("firstNumber").GetInt32());
                next += block.GetProperty("rows").GetInt32() * block.GetProperty("seatsPerRow").GetInt32();
            }

            Assert.Equal(grade.GetProperty("capacity").GetInt32(), next - 1);
            capacities.Add(next - 1);
        }

        Assert.Equal([1_000, 3_000, 4_000, 5_000, 7_000], capacities);
    }

    [Fact]
    public async Task A_grade_of_another_game_is_not_this_game_s()
    {
        foreach (var path in (string[])[$"/api/games/3/grades/{Shop.Grade(4)}", $"/api/games/3/grades/{Shop.Grade(4)}/taken"])
        {
            var answer = await shop.Http.GetAnswerAsync(path);
            Assert.Equal((path, HttpStatusCode.NotFound, "no-such-grade"), (path, answer.Status, answer.Code));
        }
    }
}
