using System.Reflection;

namespace Dugout.Infrastructure.Run;

/// <summary>The packages of this build, and which of them are stand-ins; recorded in the assembly by the build.</summary>
internal static class PackageList
{
    private const string RealNote = "package:";
    private const string StandInNote = "stand-in:";

    /// <summary>The stand-ins, with the version each replaces; <c>none</c> where there are none.</summary>
    public static string StandIns { get; } = List(StandInNote);

    /// <summary>The shipped original packages, with their versions.</summary>
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
