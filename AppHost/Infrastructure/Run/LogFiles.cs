using System.Globalization;
using System.Text;

namespace Dugout.Infrastructure.Run;

/// <summary>
/// Writes the output of every program to the run folder's <c>logs</c>, one file each with a time stamp before every line, for reading after the terminal is closed. A full file
/// is renamed to <c>name.1.log</c> and replaces the previous one, so the folder's size is limited. A line that cannot be written, because the disk is full, is lost; nothing else fails.
/// </summary>
internal sealed class LogFiles : IAsyncDisposable
{
    /// <summary>Maximum size of a file in bytes: two files hold a day of an idle system, and the last minutes of a busy one.</summary>
    public const long Largest = 2_000_000;

    private readonly CancellationTokenSource _stop = new();
    private readonly Task _keeping;

    private LogFiles(DistributedApplication app, RunFolder folder) => _keeping = ResourceLogs.FollowAsync(
        app, ResourceStates.IsShown, (resource, lines) => KeepAsync(lines, folder.In("logs", $"{resource.ShownName()}.log"), Largest, _stop.Token), _stop.Token);

    /// <summary>Begins to write, preferably before anything has started.</summary>
    public static LogFiles Keep(DistributedApplication app, RunFolder folder) => new(app, folder);

    /// <summary>Writes all lines received so far and closes the files.</summary>
    public async ValueTask DisposeAsync()
    {
        await _stop.CancelAsync();
        await _keeping;
        _stop.Dispose();
    }

    /// <summary>Writes one log until the token is cancelled.</summary>
    /// <param name="lines">The lines, as they arrive.</param>
    /// <param name="file">The file.</param>
    /// <param name="largest">Maximum size of the file in bytes.</param>
    /// <param name="enough">Ends the writing.</param>
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

    /// <summary>Appends lines, if possible.</summary>
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
            // The lines are lost; the system continues.
        }
    }
}
