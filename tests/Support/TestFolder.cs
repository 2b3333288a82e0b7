using Dugout.Infrastructure;

namespace Dugout.Tests.Support;

/// <summary>A run folder for one test run: new, under the system's temporary folder, removed afterwards.</summary>
public sealed class TestFolder : IDisposable
{
    private const string Prefix = "dugout-tests-";

    /// <summary>Nobody is still between making a folder this old and locking it.</summary>
    private static readonly TimeSpan Abandoned = TimeSpan.FromMinutes(10);

    /// <summary>Names a new folder, and removes those that killed test runs left behind.</summary>
    public TestFolder()
    {
        RemoveAbandoned();
        Path = Directory.CreateTempSubdirectory(Prefix).FullName;
    }

    /// <summary>The folder.</summary>
    public string Path { get; }

    /// <summary>Removes the folder and what is in it.</summary>
    public void Dispose() => Directory.Delete(Path, recursive: true);

    private static void RemoveAbandoned()
    {
        foreach (var folder in Directory.EnumerateDirectories(System.IO.Path.GetTempPath(), Prefix + "*"))
        {
            try
            {
                if (DateTime.UtcNow - Directory.GetCreationTimeUtc(folder) < Abandoned || RunFolder.IsInUse(folder))
                    continue;
                Directory.Delete(folder, recursive: true);
            }
            catch (Exception fault) when (fault is IOException or UnauthorizedAccessException)
            {
                // Another user's, or another run removes it at this moment.
            }
        }
    }
}
