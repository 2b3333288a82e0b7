using Dugout.Load.Checks;
using Xunit;

namespace Dugout.Load.Tests.Cli;

public sealed class CheckRunTests : IAsyncLifetime
{
    private FakeShop _shop = null!;

    public async ValueTask InitializeAsync() => _shop = await FakeShop.StartAsync();

    public ValueTask DisposeAsync() => _shop.DisposeAsync();

    [Fact]
    public async Task Passed_rules_are_one_line()
    {
        var run = await LoadRun.Of(_shop, "check", "--apphost", _shop.AppHostFile());

        Assert.Equal((0, $"{Rule.All.Count} checks passed\n", ""), (run.Code, run.Output, run.Errors));
    }

    [Fact]
    public async Task A_violated_rule_is_in_full_and_named_at_the_end()
    {
        const string Sentence = "No seat of a game is sold twice";
        string[] breaches = [.. Enumerable.Range(1, 20).Select(seat => $"number {seat}, times 2")];
        _shop.Breaches = rule => rule.Sentence == Sentence ? breaches : [];

        var run = await LoadRun.Of(_shop, "check", "--apphost", _shop.AppHostFile());

        Assert.Equal(2, run.Code);
        Assert.Equal(
            $"{Rule.All.Count - 1} of {Rule.All.Count} checks passed\nFAILED  {Sentence}\n{string.Concat(breaches.Select(breach => $"        {breach}\n"))}failed: 1 of {Rule.All.Count} checks: {Sentence}\n",
            run.Output);
    }
}
