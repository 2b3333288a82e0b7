using System.Reflection;
using ArchUnitNET.Loader;
using Dugout.Infrastructure;
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
    public void The_slices_have_no_cycle() => NoneOf(Cycles(Assembly.Load("Dugout.Features"), "Dugout.Features.(*).."));

    [Fact]
    public void The_rooms_of_the_gateway_have_no_cycle() => NoneOf(Cycles(Assembly.Load("Dugout.Gateway"), "Dugout.Gateway.(*)"));

    [Fact]
    public void The_rooms_of_the_load_lab_have_no_cycle() => NoneOf(Cycles(Assembly.Load("Dugout.Load"), "Dugout.Load.(*)"));

    [Fact]
    public void A_planted_cycle_is_found() => Assert.NotEmpty(Cycles(typeof(CyclesTests).Assembly, "Dugout.Architecture.Tests.Planted.(*)"));

    /// <summary>A room is a folder with the folders in it: a server's folder and the folder around it may refer to each other.</summary>
    [Fact]
    public void A_room_of_the_AppHost_refers_only_to_rooms_below_it() =>
        NoneOf(Upward(typeof(AppHostRun).Assembly, "Dugout.Infrastructure", ["", "Model", "Commands", "Publishing", "Servers", "Run", "Processes"]));

    [Fact]
    public void A_planted_reference_upward_is_found() => Assert.NotEmpty(Upward(typeof(CyclesTests).Assembly, "Dugout.Architecture.Tests.Planted", ["One", "Two"]));

    private static void NoneOf(List<string> cycles) => Assert.True(cycles.Count == 0, string.Join('\n', cycles));

    private static List<string> Cycles(Assembly assembly, string namespaces)
    {
        var architecture = new ArchLoader().LoadAssemblies(assembly).Build();
        return [.. Slices().Matching(namespaces).Should().BeFreeOfCycles().Evaluate(architecture).Where(result => !result.Passed).Select(result => result.Description)];
    }

    /// <summary>Returns the references of a room to a room above it, and the types of rooms that the order lacks.</summary>
    private static List<string> Upward(Assembly assembly, string root, List<string> topDown)
    {
        var types = new ArchLoader().LoadAssemblies(assembly).Build().Types.Where(IsUnder).ToList();
        return
        [
            .. types.Where(type => Level(type) < 0).Select(type => $"{type.FullName} is in a room without a place in the order"),
            .. from type in types
               from target in type.Dependencies.Select(dependency => dependency.Target).Where(IsUnder).Distinct()
               where Level(target) < Level(type)
               select $"{type.FullName} -> {target.FullName}",
        ];

        // A type parameter has no namespace.
        bool IsUnder(ArchUnitNET.Domain.IType type) => type.Namespace?.FullName is { } name && (name == root || name.StartsWith(root + '.', StringComparison.Ordinal));
        int Level(ArchUnitNET.Domain.IType type) => topDown.IndexOf(type.Namespace.FullName[root.Length..].Split('.').ElementAtOrDefault(1) ?? "");
    }
}
