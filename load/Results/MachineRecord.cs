namespace Dugout.Load.Results;

/// <summary>A commit, and whether files differed from it.</summary>
internal sealed record CommitRecord(string Hash, bool IsDirty)
{
    /// <summary>The tree hash of <c>src</c>: records with the same one, and the same of the AppHost, measured the same product, whatever else the commits between them changed. Null in older records.</summary>
    public string? Source { get; init; }

    /// <summary>The tree hash of <c>AppHost</c>; null in older records.</summary>
    public string? AppHost { get; init; }
}

/// <summary>The machine.</summary>
/// <param name="Cores">Logical processors.</param>
/// <param name="Processor">Their name; <c>unknown</c> where the machine does not report it.</param>
/// <param name="Kernel">The kernel's release.</param>
/// <param name="DotNet">The runtime.</param>
/// <param name="Optimized">Whether the load program was built with optimization.</param>
/// <param name="LoadBefore">Load averages over 1, 5 and 15 minutes before the first iteration; empty where the machine does not report them.</param>
/// <param name="LoadAfter">The same after the last iteration.</param>
internal sealed record MachineRecord(int Cores, string Processor, string Kernel, string DotNet, bool Optimized, IReadOnlyList<double> LoadBefore, IReadOnlyList<double> LoadAfter);

/// <summary>A package.</summary>
internal sealed record PackageRecord(string Name, string Version, bool IsReal);
