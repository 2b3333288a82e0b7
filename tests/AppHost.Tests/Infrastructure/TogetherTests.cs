using Dugout.Tests.Support;
using Xunit;

namespace Dugout.AppHost.Tests.Infrastructure;

/// <summary>The barrier that every race of the other test projects relies on.</summary>
public sealed class TogetherTests
{
    [Fact]
    public async Task All_callers_are_under_way_at_the_same_time()
    {
        var released = 0;

        var results = await Together.RunAsync(50, async number =>
        {
            Interlocked.Increment(ref released);
            while (Volatile.Read(ref released) < 50)
                await Task.Yield();
            return number;
        });

        Assert.Equal(Enumerable.Range(0, 50), results);
    }
}
