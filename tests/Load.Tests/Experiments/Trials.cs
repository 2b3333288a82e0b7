using Dugout.Load.Experiments;

namespace Dugout.Load.Tests.Experiments;

/// <summary>Turns made by hand: 1,000 ok requests in ten seconds, and nothing else.</summary>
internal static class Turns
{
    public static ArmTurn Of(string arm, int block = 1, int place = 1, double cpu = 100, string record = "") => new()
    {
        Arm = arm,
        Block = block,
        Place = place,
        Record = record,
        Void = null,
        Seconds = 10,
        Ok = 1_000,
        Refused = 0,
        Shed = 0,
        Failed = 0,
        P50 = 1,
        P99 = 5,
        CpuMicroseconds = new Dictionary<string, double> { ["api-1"] = cpu * 1_000, ["load"] = 1_000 },
        Statements = cpu * 1_000,
        Wrong = [],
    };
}
