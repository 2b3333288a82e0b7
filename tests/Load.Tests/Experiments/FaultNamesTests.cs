using Dugout.Load.Experiments;
using Dugout.Load.Results;
using Xunit;

namespace Dugout.Load.Tests.Experiments;

/// <summary>Variants name faults that this program does not know: they are in <c>tests/Faults</c>, whose assembly the programs of such a variant load.</summary>
public sealed class FaultNamesTests
{
    [Fact]
    public void Every_fault_of_a_variant_exists()
    {
        var sources = string.Concat(Directory.EnumerateFiles(Path.Combine(Circumstances.Checkout, "tests", "Faults", "Injection"), "*.cs").Select(File.ReadAllText));
        var named = AllExperiments.List.SelectMany(experiment => experiment.Variants).SelectMany(variant => variant.Faults).Distinct().ToList();

        Assert.True(named.Count > 10);
        Assert.All(named, name => Assert.Contains($"[\"{name}\"] =", sources, StringComparison.Ordinal));
        Assert.DoesNotContain("[\"unknown-fault\"] =", sources, StringComparison.Ordinal);
    }

    [Fact]
    public void The_assembly_lies_beside_this_program() => Assert.True(File.Exists(FaultInjection.Assembly), FaultInjection.Assembly);

    /// <summary>Faults are not injected into the gateway and the partners.</summary>
    [Fact]
    public void Only_the_programs_of_the_product_get_faults()
    {
        var variant = new Variant("any") { Faults = ["one", "two"] };

        foreach (var name in (string[])["api-1", "api-2", "worker", "migrator"])
        {
            Assert.Equal(("Dugout.Faults", FaultInjection.Assembly, "one,two"),
                (variant.SettingsOf(name)["ASPNETCORE_HOSTINGSTARTUPASSEMBLIES"], variant.SettingsOf(name)["DOTNET_STARTUP_HOOKS"], variant.SettingsOf(name)["DUGOUT_FAULT"]));
        }

        Assert.Equal([KeyValuePair.Create("Gateway__Cache__MemoryMegabytes", "0")], variant.SettingsOf("gateway"));
        Assert.Empty(variant.SettingsOf("partners"));
        Assert.Empty(new Variant("any").SettingsOf("api-1"));
        Assert.Equal(["one", "two"], VariantRecord.Of(variant).Faults);
        Assert.Contains("faults: one, two", VariantRecord.Of(variant).InWords, StringComparison.Ordinal);
        Assert.Null(VariantRecord.Of(new Variant("any")).Faults);
        Assert.Empty(variant.AsPrepared().Faults);
    }
}
