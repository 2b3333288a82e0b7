using Dugout.Load.Scenarios;
using Xunit;

namespace Dugout.Load.Tests.Scenarios;

public sealed class RolesTests
{
    private readonly Random _random = new(7);

    [Theory]
    [InlineData(10, 50, 5)]
    [InlineData(10, 0, 0)]
    [InlineData(10, 100, 10)]
    [InlineData(3, 50, 2)]
    public void So_many_callers_write_however_often_they_begin_again(int callers, int percent, int writers)
    {
        var roles = new Roles(callers, percent);
        var all = Enumerable.Range(0, callers).Select(_ => roles.Take(_random)).ToList();
        Assert.Equal(writers, all.Count(writes => writes));

        for (var flow = 0; flow < 100; flow++)
        {
            var one = _random.Next(callers);
            roles.GiveBack(all[one]);
            all[one] = roles.Take(_random);
            Assert.Equal(writers, all.Count(writes => writes));
        }
    }

    [Fact]
    public void Iterations_of_an_open_load_draw_their_role()
    {
        var roles = new Roles(callers: null, percent: 20);
        var writes = Enumerable.Range(0, 1_000).Count(_ =>
        {
            var drawn = roles.Take(_random);
            roles.GiveBack(drawn);
            return drawn;
        });

        Assert.InRange(writes, 120, 280);
    }
}
