using Dugout.Infrastructure.Run;
using Dugout.Tests.Support;

namespace Dugout.AppHost.Tests.Infrastructure;

/// <summary>A machine made of scripts, in a temporary folder that is the only place searched for programs, and an empty cache beside it.</summary>
internal sealed class ScriptedMachine : IDisposable
{
    private readonly TestFolder _parent = new();

    public ScriptedMachine(string cache)
    {
        Folder = Directory.CreateDirectory(Path.Combine(_parent.Path, "machine")).FullName;
        Cache = Path.Combine(_parent.Path, cache);
    }

    public string Folder { get; }

    public string Cache { get; }

    /// <summary>The settings of starts on this machine.</summary>
    public ServerSettings Settings => new() { CacheFolder = Cache, SearchFolders = [Folder] };

    /// <summary>Installs a program.</summary>
    /// <returns>Its path.</returns>
    public string Script(string name, string text)
    {
        var path = Path.Combine(Folder, name);
        Directory.CreateDirectory(Path.GetDirectoryName(path)!);
        File.WriteAllText(path, "#!/bin/sh\n" + text + "\n");
        File.SetUnixFileMode(path, UnixFileMode.UserRead | UnixFileMode.UserWrite | UnixFileMode.UserExecute);
        return path;
    }

    /// <summary>The lines that its programs have left in a file; none where they have not.</summary>
    public string[] Noted(string name) => File.Exists(Path.Combine(Folder, name)) ? File.ReadAllLines(Path.Combine(Folder, name)) : [];

    public void Dispose() => _parent.Dispose();
}
