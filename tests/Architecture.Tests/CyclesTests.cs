using System.Reflection;
using ArchUnitNET.Loader;
using Dugout.Platform.Http;
using Xunit;
using static ArchUnitNET.Fluent.Slices.SliceRuleDefinition;

namespace Dugout.Architecture.Tests;

/// <summary>Between namespaces, references go one way: read from the compiled assemblies.</summary>
public sealed class CyclesTests
{
    [Fact]
    public void The_rooms_of_the_platform_have_no_cycle() => NoneOf(Cycles(typeof(Problem).Assembly, "Dugout.Platform.(*)"));

    [Fact]
    public void The_rooms_of_the_load_lab_have_no_cycle() => NoneOf(Cycles(Assembly.Load("Dugout.Load"), "Dugout.Load.(*)"));

    [Fact]
    public void A_planted_cycle_is_found() => Assert.NotEmpty(Cycles(typeof(CyclesTests).Assembly, "Dugout.Architecture.Tests.Planted.(*)"));

    private static void NoneOf(List<string> cycles) => Assert.True(cycles.Count == 0, string.Join('\n', cycles));

    private static List<string> Cycles(Assembly assembly, string namespaces)
    {
        var architecture = new ArchLoader().LoadAssemblies(assembly).Build();
        return [.. Slices().Matching(namespaces).Should().BeFreeOfCycles().Evaluate(architecture).Where(result => !result.Passed).Select(result => result.Description)];
    }
}
