namespace Dugout;

/// <summary>Whether a fault is switched on in this process. Exists in the scratch copy only.</summary>
internal static class Fault
{
    private static readonly string[] Named = (System.Environment.GetEnvironmentVariable("DUGOUT_FAULT") ?? "").Split(',');

    /// <summary>Whether DUGOUT_FAULT names it.</summary>
    public static bool Is(string name) => System.Array.IndexOf(Named, name) >= 0;
}
