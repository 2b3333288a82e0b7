using System.Reflection;

namespace Dugout.Platform.Persistence;

/// <summary>The assembly in which the slices map their tables.</summary>
/// <param name="Assembly">The assembly with their entity configurations.</param>
public sealed record SliceTables(Assembly Assembly);
