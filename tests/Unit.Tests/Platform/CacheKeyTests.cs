using Xunit;

namespace Dugout.Unit.Tests.Platform;

public sealed class CacheKeyTests
{
    [Fact]
    public void A_key_is_its_name_and_its_length_prefixed_inputs()
    {
        Assert.Equal("games:2.LG:-:1.3", new CacheKey("games", "season", "LG", null, 3).Text);
        Assert.Equal("teams", new CacheKey("teams", "season").Text);
    }

    [Fact]
    public void Different_inputs_make_different_keys()
    {
        object?[] inputs = [null, "", "-", ":", "1", 1, 11, "1:1.1", 1.1m, -1, "null"];
        var keys = (from one in inputs from other in inputs select new CacheKey("name", "tag", one, other).Text).ToList();

        // The text 1 and the number 1 are the same input.
        Assert.Equal((inputs.Length - 1) * (inputs.Length - 1), keys.Distinct().Count());
    }

    [Fact]
    public void Keys_with_equal_text_are_equal_whatever_invalidates_them()
    {
        var (one, same, other) = (new CacheKey("name", "tag", 1), new CacheKey("name", "another", "1"), new CacheKey("name", "tag", 2));

        Assert.Equal(one, same);
        Assert.Equal(one.GetHashCode(), same.GetHashCode());
        Assert.NotEqual(one, other);
        Assert.False(one.Equals(null));
    }
}
