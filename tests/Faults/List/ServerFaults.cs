namespace Dugout.Faults.List;

/// <summary>Faults of what a replica accepts of its servers.</summary>
internal static class ServerFaults
{
    public static IReadOnlyList<ProductFault> All { get; } =
    [
        new("weak-settings-accepted", "No replica is ready while its primary could lose an acknowledged commit", "The primary's settings are not read")
        {
            Together = "keys",
            Edits =
            [
                new("weak-settings-accepted", "src/Platform/Consistency/PrimaryHealth.cs",
                    "return weak is null or \"\"",
                    """return Fault.Is("weak-settings-accepted") || weak is null or "" """),
            ],
            Fails = [new("Dugout.Features.Tests.Platform.DurabilityTests", "Weak_settings_of_the_primary_make_a_replica_not_ready")],
        },
    ];
}
