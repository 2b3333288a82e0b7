using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;

namespace Dugout.Tests.Support;

/// <summary>
/// How the programs run that tests start. They live for seconds, so what a longer run gains from only costs here: the profile, and that whatever has run thirty times is
/// compiled once more. Of our programs in a system's start that was a third: tests/measured.txt. Where pages of code are never writable and executable at once, they cost a tenth more.
/// </summary>
internal static class TestProcesses
{
    [ModuleInitializer]
    [SuppressMessage("Usage", "CA2255", Justification = "Every test process loads this assembly before it starts a program, and all they start inherits the variables.")]
    internal static void Prepare()
    {
        TestOrchestrator.Use();
        Environment.SetEnvironmentVariable("DOTNET_TieredPGO", "0");
        // Hexadecimal: after 1,024 calls, not thirty.
        Environment.SetEnvironmentVariable("DOTNET_TC_CallCountThreshold", "400");
        Environment.SetEnvironmentVariable("DOTNET_EnableWriteXorExecute", "0");
        // No test starts a container. Where docker is installed and doesn't run, each orchestrator would ask it for as long as it lives, which takes more CPU than Redis; podman is rarely there.
        Environment.SetEnvironmentVariable("DcpPublisher__ContainerRuntime", "podman");
    }
}
