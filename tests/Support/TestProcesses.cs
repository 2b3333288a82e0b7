using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;

namespace Dugout.Tests.Support;

/// <summary>How .NET runs in the programs that tests start: they live for seconds, so the profile a longer run would gain from only costs.</summary>
internal static class TestProcesses
{
    [ModuleInitializer]
    [SuppressMessage("Usage", "CA2255", Justification = "Every test process loads this assembly before it starts a program, and all they start inherits the variable.")]
    internal static void LeaveOutProfiles() => Environment.SetEnvironmentVariable("DOTNET_TieredPGO", "0");
}
