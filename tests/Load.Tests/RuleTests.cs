using Dugout.Load.Checks;
using Xunit;

namespace Dugout.Load.Tests;

public sealed class RuleTests
{
    [Fact]
    public void Every_rule_has_a_sentence_and_one_statement()
    {
        Assert.Equal(38, Rule.All.Count);
        Assert.All(Rule.All, rule =>
        {
            Assert.Matches("^(No|Every) [a-z].{20,}$", rule.Sentence);
            Assert.StartsWith("SELECT ", rule.Sql);
            Assert.DoesNotContain(";", rule.Sql);
            Assert.Contains("ORDER BY", rule.Sql); // the same breaches first each time
        });
    }
}
