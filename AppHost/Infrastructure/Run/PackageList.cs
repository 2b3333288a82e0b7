using System.Reflection;

namespace Dugout.Infrastructure;

/// <summary>Which packages this build is made of, and which of them are stand-ins of ours; noted in the assembly by the build.</summary>
internal static class PackageList
{
    private const string RealNote = "package:";
    private const string StandInNote = "stand-in:";

    /// <summary>The stand-ins, with the version each stands for; <c>none</c> where there are none.</summary>
    public static string StandIns { get; } = List(StandInNote);

    /// <summary>The real packages that ship, with their versions.</summary>
    public static string Real { get; } = List(RealNote);

    private static string List(string kind)
    {
        var notes = typeof(PackageList).Assembly.GetCustomAttributes<AssemblyMetadataAttribute>()
            .Where(note => note.Key.StartsWith(kind, StringComparison.Ordinal))
            .Select(note => $"{note.Key[kind.Length..]} {note.Value}")
            .ToList();
        return notes.Count == 0 ? "none" : string.Join(", ", notes);
    }
}
