using Dugout.Load.Scenarios;
using Xunit;

namespace Dugout.Load.Tests.Scenarios;

public sealed class KeysTests
{
    [Theory]
    [InlineData("zipf:0.5")]
    [InlineData("zipf:1")]
    [InlineData("zipf:1.1")]
    [InlineData("zipf:2")]
    public void Zipf_chooses_the_kth_in_proportion_to_one_over_k_to_the_exponent(string text)
    {
        const int count = 20, draws = 200_000;
        var (keys, random, chosen) = (Keys.Parse(text)!, new Random(7), new int[count]);
        for (var i = 0; i < draws; i++) chosen[keys.Index(count, random)]++;

        var exponent = double.Parse(text[5..], System.Globalization.CultureInfo.InvariantCulture);
        var all = Enumerable.Range(1, count).Sum(k => Math.Pow(k, -exponent));
        for (var k = 1; k <= count; k++)
        {
            var share = Math.Pow(k, -exponent) / all;
            var deviation = Math.Sqrt(share * (1 - share) / draws);
            Assert.InRange(chosen[k - 1] / (double)draws, share - (5 * deviation), share + (5 * deviation));
        }
    }

    [Fact]
    public void Uniform_chooses_each_as_often_as_the_other_and_single_always_the_first()
    {
        var random = new Random(7);
        var chosen = Enumerable.Range(0, 100_000).CountBy(_ => Keys.Uniform.Index(10, random)).ToDictionary();

        Assert.All(Enumerable.Range(0, 10), key => Assert.InRange(chosen[key], 9_500, 10_500));
        Assert.All(Enumerable.Range(0, 100), _ => Assert.Equal(0, Keys.Parse("single")!.Index(10, random)));
    }

    [Theory]
    [InlineData("uniform")]
    [InlineData("single")]
    [InlineData("zipf:1.1")]
    public void Every_distribution_stays_within_bounds_and_keeps_its_name(string text)
    {
        var (keys, random) = (Keys.Parse(text)!, new Random(7));

        Assert.Equal(text, keys.Text);
        foreach (var count in new[] { 1, 2, 7_000 }) Assert.All(Enumerable.Range(0, 1_000), _ => Assert.InRange(keys.Index(count, random), 0, count - 1));
        Assert.Null(keys.OneOf<string>([], random));
        Assert.Equal("only", keys.OneOf(["only"], random));
    }

    [Theory]
    [InlineData("")]
    [InlineData("zipf")]
    [InlineData("zipf:")]
    [InlineData("zipf:0")]
    [InlineData("zipf:-1")]
    [InlineData("zipf:11")]
    [InlineData("zipf:NaN")]
    [InlineData("Uniform")]
    public void Invalid_text_is_no_key_distribution(string text) => Assert.Null(Keys.Parse(text));
}
