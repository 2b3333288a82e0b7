namespace Dugout.Load.Results;

/// <summary>A commit, and whether files differed from it.</summary>
internal sealed record CommitRecord(string Hash, bool IsDirty);

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
