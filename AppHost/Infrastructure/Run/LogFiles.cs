using System.Globalization;
using System.Text;

namespace Dugout.Infrastructure;

/// <summary>
/// What every program says, in the run folder's <c>logs</c>, a file each with the time before every line, for who looks after the terminal is gone. A file that is full
/// becomes <c>name.1.log</c>, in the place of the one before, so the folder has a largest size. Where a line can't be kept, because the disk is full, it is lost and nothing else is.
/// </summary>
internal sealed class LogFiles : IAsyncDisposable
{
    /// <summary>Where a file ends, in bytes: two of them hold a day of a quiet system, and the last minutes of a loud one.</summary>
    public const long Largest = 2_000_000;

    private readonly CancellationTokenSource _stop = new();
    private readonly Task _keeping;

    private LogFiles(DistributedApplication app, RunFolder folder) => _keeping = ResourceLogs.FollowAsync(
        app, ResourceStates.IsShown, (resource, lines) => KeepAsync(lines, folder.In("logs", $"{resource.ShownName()}.log"), Largest, _stop.Token), _stop.Token);

    /// <summary>Begins, best before anything has started.</summary>
    public static LogFiles Keep(DistributedApplication app, RunFolder folder) => new(app, folder);

    /// <summary>Closes the files, when what has been said so far is in them.</summary>
    public async ValueTask DisposeAsync()
    {
        await _stop.CancelAsync();
        await _keeping;
        _stop.Dispose();
    }

    /// <summary>Keeps one log until somebody has seen enough.</summary>
    /// <param name="lines">What is said, as it is said.</param>
    /// <param name="file">Where to.</param>
    /// <param name="largest">How large the file may become, in bytes.</param>
    /// <param name="enough">Ends it.</param>
    internal static async Task KeepAsync(IAsyncEnumerable<IReadOnlyList<LogLine>> lines, string file, long largest, CancellationToken enough)
    {
        try
        {
            await foreach (var some in lines.WithCancellation(enough))
                Write(some, file, largest);
        }
        catch (OperationCanceledException)
        {
            // The system has stopped.
        }
    }

    /// <summary>Adds lines, if that can be.</summary>
    private static void Write(IReadOnlyList<LogLine> lines, string file, long largest)
    {
        try
        {
            var now = DateTime.UtcNow.ToString("yyyy-MM-ddTHH:mm:ss.fffZ", CultureInfo.InvariantCulture);
            var text = new StringBuilder();
            foreach (var line in lines)
                text.Append(now).Append(' ').Append(ConsoleLine.Plain(line.Content)).Append('\n');
            Directory.CreateDirectory(Path.GetDirectoryName(file)!);
            File.AppendAllText(file, text.ToString());
            if (new FileInfo(file).Length > largest)
                File.Move(file, Path.ChangeExtension(file, ".1.log"), overwrite: true);
        }
        catch (Exception full) when (full is IOException or UnauthorizedAccessException)
        {
            // The system goes on.
        }
    }
}
