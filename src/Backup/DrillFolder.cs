using System.Globalization;
using Dugout.Infrastructure.Run;

namespace Dugout.Backup;

/// <summary>The folder of a drill, in <c>.lab</c> of the checkout; disposing removes it, and the next drill removes those of killed ones.</summary>
internal sealed class DrillFolder : IDisposable
{
    private const string Prefix = "drill-";

    private readonly string _path;

    /// <summary>Creates it, accessible only to its owner.</summary>
    public DrillFolder()
    {
        var lab = Directory.CreateDirectory(Path.Combine(Checkout.Current ?? Directory.GetCurrentDirectory(), ".lab"));
        _path = Path.Combine(lab.FullName, string.Create(CultureInfo.InvariantCulture, $"{Prefix}{Environment.ProcessId}"));
        foreach (var left in lab.EnumerateDirectories($"{Prefix}*").Where(left => left.FullName == _path || !Directory.Exists($"/proc/{left.Name[Prefix.Length..]}"))) left.Delete(recursive: true);
        Directory.CreateDirectory(_path, UnixFileMode.UserRead | UnixFileMode.UserWrite | UnixFileMode.UserExecute);
    }

    /// <summary>The backup.</summary>
    public string Backup => Path.Combine(_path, "backup");

    /// <summary>The run folder of the system that is lost.</summary>
    public string Lost => Path.Combine(_path, "old");

    /// <summary>The run folder made of the backup.</summary>
    public string Restored => Path.Combine(_path, "new");

    /// <summary>Removes it.</summary>
    public void Dispose() => Directory.Delete(_path, recursive: true);
}
