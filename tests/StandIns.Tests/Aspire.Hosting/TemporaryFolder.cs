using System.Diagnostics;

namespace Dugout.StandIns.Tests.Aspire.Hosting;

internal sealed class TemporaryFolder : IDisposable
{
    private readonly DirectoryInfo _folder = Directory.CreateTempSubdirectory("dugout-standin-");

    public string PathOf(string name) => Path.Combine(_folder.FullName, name);

    /// <summary>A named pipe: whoever reads it waits for a writer, so a test decides when a program goes on.</summary>
    public string Fifo(string name)
    {
        using var made = Process.Start("mkfifo", [PathOf(name)]);
        made.WaitForExit();
        return PathOf(name);
    }

    public void Dispose() => _folder.Delete(recursive: true);
}
