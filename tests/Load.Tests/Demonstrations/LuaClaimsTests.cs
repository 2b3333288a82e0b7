using Dugout.Load.Demonstrations;
using Dugout.Load.Experiments;
using Dugout.Load.Report;
using Dugout.Tests.Support;
using Xunit;

namespace Dugout.Load.Tests.Demonstrations;

public sealed class LuaClaimsTests
{
    [Theory]
    [InlineData(1_000, 0, 900, 12, true)]
    [InlineData(1_000, 1, 900, 12, false)]
    [InlineData(1_000, 0, 900, 0, false)]
    [InlineData(0, 0, 900, 12, false)]
    public void Isolation_is_seen_only_by_a_reader_that_can_see_a_half(long reads, long halves, long looksBeside, long halvesBeside, bool isSeen) =>
        Assert.Equal(isSeen, LuaClaims.Isolated(reads, halves, looksBeside, halvesBeside).IsObserved);

    [Theory]
    [InlineData("WRONGTYPE", "a", true)]
    [InlineData("WRONGTYPE", null, false)]
    [InlineData(null, "a", false)]
    public void A_script_is_not_all_or_nothing_when_it_failed_and_its_write_stayed(string? error, string? left, bool isSeen) =>
        Assert.Equal(isSeen, LuaClaims.AllOrNothing(error, left, "a").IsObserved);

    [Fact]
    public void No_lost_write_is_no_promise_of_durability()
    {
        var (none, some) = (LuaClaims.Durable(500, 0, "everysec"), LuaClaims.Durable(500, 7, "everysec"));

        Assert.True(none.IsObserved && some.IsObserved);
        Assert.Contains("of 500 acknowledged writes 0 were lost this time", none.Evidence, StringComparison.Ordinal);
        Assert.EndsWith("of 500 acknowledged writes 7 were lost", some.Evidence, StringComparison.Ordinal);
        Assert.False(LuaClaims.Durable(500, 0, "always").IsObserved);
        Assert.False(LuaClaims.Durable(0, 0, "everysec").IsObserved);
    }

    [Fact]
    public async Task A_demonstration_is_read_as_it_was_written_and_ends_with_3_when_a_claim_was_not_seen()
    {
        using var folder = new TestFolder();
        var record = new DemonstrationRecord
        {
            Name = LuaAtomic.Name,
            Question = LuaAtomic.Question,
            BegunAt = new DateTime(2026, 11, 22, 2, 0, 0, DateTimeKind.Utc),
            Commit = null,
            Cores = 2,
            Claims = [LuaClaims.AllOrNothing("WRONGTYPE", "a", "a"), LuaClaims.Isolated(10, 0, 10, 3)],
        };

        record.Write(folder.Path);

        Assert.Equal((0, 3), (record.ExitCode, (record with { Claims = [.. record.Claims, LuaClaims.Isolated(10, 0, 10, 0)] }).ExitCode));
        Assert.Equal(await Page.OfAsync(record), await Page.OfAsync(DemonstrationRecord.Read(folder.Path)));
        Assert.Contains("its first write stayed", await Page.OfAsync(record), StringComparison.Ordinal);
    }
}
