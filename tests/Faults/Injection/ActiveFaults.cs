namespace Dugout.Faults.Injection;

/// <summary>The faults that the environment variable DUGOUT_FAULT names, with commas between.</summary>
internal static class ActiveFaults
{
    /// <summary>The variable.</summary>
    public const string Variable = "DUGOUT_FAULT";

    /// <summary>Those that are switched on in this process.</summary>
    public static IReadOnlyList<string> Names { get; } =
        (Environment.GetEnvironmentVariable(Variable) ?? "").Split(',', StringSplitOptions.RemoveEmptyEntries | StringSplitOptions.TrimEntries);

    /// <summary>Whether a fault is switched on in this process.</summary>
    public static bool Include(string name) => Names.Contains(name, StringComparer.Ordinal);
}
