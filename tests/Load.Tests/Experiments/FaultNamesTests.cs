using Dugout.Load.Experiments;
using Dugout.Load.Results;
using Xunit;

namespace Dugout.Load.Tests.Experiments;

/// <summary>Arms name faults that this program doesn't know: they stand in the sources of <c>tests/Faults</c>, whose assembly the programs of such an arm load.</summary>
public sealed class FaultNamesTests
{
    [Fact]
    public void Every_fault_of_an_arm_is_there()
    {
        var sources = string.Concat(Directory.EnumerateFiles(Path.Combine(Circumstances.Checkout, "tests", "Faults", "Injection"), "*.cs").Select(File.ReadAllText));
        var named = AllExperiments.List.SelectMany(experiment => experiment.Arms).SelectMany(arm => arm.Faults).Distinct().ToList();

        Assert.True(named.Count > 10);
        Assert.All(named, name => Assert.Contains($"[\"{name}\"] =", sources, StringComparison.Ordinal));
        Assert.DoesNotContain("[\"nobody-has-this-name\"] =", sources, StringComparison.Ordinal);
    }

    [Fact]
    public void The_assembly_lies_beside_this_program() => Assert.True(File.Exists(FaultInjection.Assembly), FaultInjection.Assembly);

    /// <summary>The gateway and the partners are no part of what is compared.</summary>
    [Fact]
    public void The_product_s_programs_get_them_and_nobody_else()
    {
        var arm = new Arm("any") { Faults = ["one", "two"] };

        foreach (var name in (string[])["api-1", "api-2", "worker", "migrator"])
        {
            Assert.Equal(("Dugout.Faults", FaultInjection.Assembly, "one,two"),
                (arm.SettingsOf(name)["ASPNETCORE_HOSTINGSTARTUPASSEMBLIES"], arm.SettingsOf(name)["DOTNET_STARTUP_HOOKS"], arm.SettingsOf(name)["DUGOUT_FAULT"]));
        }

        Assert.Empty(arm.SettingsOf("gateway"));
        Assert.Empty(arm.SettingsOf("partners"));
        Assert.Empty(new Arm("any").SettingsOf("api-1"));
        Assert.Equal(["one", "two"], ArmEntry.Of(arm).Faults);
        Assert.Contains("faults: one, two", ArmEntry.Of(arm).InWords, StringComparison.Ordinal);
        Assert.Null(ArmEntry.Of(new Arm("any")).Faults);
        Assert.Empty(arm.AsPrepared().Faults);
    }
}
