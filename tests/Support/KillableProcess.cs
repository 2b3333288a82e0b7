using System.Diagnostics;

namespace Dugout.Tests.Support;

/// <summary>
/// A process of a model that a test kills, freezes and starts again just as it was: same program, arguments, environment and
/// so ports. What a test starts again ends when the test process does.
/// </summary>
public sealed class KillableProcess : IAsyncDisposable
{
    private readonly string[] _command;
    private readonly Dictionary<string, string> _environment;
    private readonly string _folder;
    private int _id;
    private KeptProcess? _again;

    /// <summary>Takes over a running process.</summary>
    /// <param name="id">Its process id.</param>
    /// <param name="command">Program and arguments; null reads them off the process, unless it has written its title over them.</param>
    /// <param name="environment">Its environment, likewise.</param>
    public KillableProcess(int id, string[]? command = null, IReadOnlyDictionary<string, string>? environment = null)
    {
        _id = id;
        _command = command ?? Words($"/proc/{id}/cmdline");
        _environment = environment?.ToDictionary()
            ?? Words($"/proc/{id}/environ").Select(pair => pair.Split('=', 2)).Where(pair => pair.Length == 2).ToDictionary(pair => pair[0], pair => pair[1]);
        _folder = Directory.ResolveLinkTarget($"/proc/{id}/cwd", returnFinalTarget: true)?.FullName ?? "";
    }

    /// <summary>Kills it at once and returns when it is gone.</summary>
    public async Task KillAsync()
    {
        if (_again is not null)
        {
            await DisposeAsync();
            return;
        }

        using var process = Process.GetProcessById(_id);
        process.Kill();
        await process.WaitForExitAsync();
    }

    /// <summary>Starts it again. It may take a while until it answers.</summary>
    public async Task StartAsync()
    {
        _again = await KeptProcess.StartAsync(_command, _environment, _folder);
        _id = _again.Id;
    }

    /// <summary>Starts another process in its circumstances.</summary>
    /// <param name="program">Another program, in the place of its own; null for the same one.</param>
    /// <param name="settings">What differs in the environment.</param>
    public Task<KeptProcess> StartAnotherAsync(string? program, params (string Name, string Value)[] settings)
    {
        ArgumentNullException.ThrowIfNull(settings);
        var environment = new Dictionary<string, string>(_environment);
        foreach (var (name, value) in settings)
            environment[name] = value;
        return KeptProcess.StartAsync([program ?? _command[0], .. program is null ? _command[1..] : []], environment, _folder);
    }

    /// <summary>A setting in its environment.</summary>
    public string Setting(string name) => _environment[name];

    /// <summary>The file of its program.</summary>
    public string Program => _command[0];

    /// <summary>Stops it where it stands; everything it owns stays open.</summary>
    public void Freeze() => Signals.Send(_id, Signals.Stop);

    /// <summary>Stops it where it stands for a while.</summary>
    public async Task FreezeAsync(TimeSpan life)
    {
        Freeze();
        try
        {
            await Task.Delay(life);
        }
        finally
        {
            Thaw();
        }
    }

    /// <summary>Lets it go on.</summary>
    public void Thaw() => Signals.Send(_id, Signals.Continue);

    /// <summary>Kills what was started again.</summary>
    public async ValueTask DisposeAsync()
    {
        if (_again is { } again)
            await again.DisposeAsync();
        _again = null;
    }

    private static string[] Words(string file) => File.ReadAllText(file).Split('\0', StringSplitOptions.RemoveEmptyEntries);
}
