// The lines of each resource: what its process prints and what the AppHost logs about it.
using System.Collections.Concurrent;
using System.Globalization;
using System.Runtime.CompilerServices;
using System.Threading.Channels;
using Aspire.Hosting.Running;
using Microsoft.Extensions.Logging;

namespace Aspire.Hosting.ApplicationModel;

public readonly record struct LogLine(int LineNumber, string Content, bool IsErrorMessage);

public class ResourceLoggerService
{
    private readonly ConcurrentDictionary<string, ResourceLog> _logs = new(StringComparer.OrdinalIgnoreCase);
    private readonly ILoggerFactory _console;

    internal ResourceLoggerService(ILoggerFactory console) => _console = console;

    public ILogger GetLogger(IResource resource) => GetLogger(resource.Name);

    public ILogger GetLogger(string resourceName) => Log(resourceName);

    /// <summary>The kept lines, then new ones as they come, until somebody has seen enough.</summary>
    public IAsyncEnumerable<IReadOnlyList<LogLine>> WatchAsync(IResource resource) => WatchAsync(resource.Name);

    public IAsyncEnumerable<IReadOnlyList<LogLine>> WatchAsync(string resourceName) => Log(resourceName).WatchAsync();

    /// <summary>The kept lines, and no more.</summary>
    public IAsyncEnumerable<IReadOnlyList<LogLine>> GetAllAsync(string resourceName) => new[] { Log(resourceName).Last(int.MaxValue) }.ToAsyncEnumerable();

    internal ResourceLog Log(string resourceName) => _logs.GetOrAdd(resourceName, name => new ResourceLog(_console.CreateLogger(ConsoleOutput.ResourceCategory + name)));
}

/// <summary>Keeps the last lines of one resource, as many as upstream, for a crash report and for who looks later.</summary>
internal sealed class ResourceLog(ILogger console) : ILogger
{
    private const int Kept = 10_000;
    private readonly Lock _lock = new();
    private readonly Queue<LogLine> _lines = new();
    private readonly HashSet<Channel<LogLine>> _watchers = [];
    private int _count;

    public IReadOnlyList<LogLine> Last(int count)
    {
        lock (_lock)
            return [.. _lines.TakeLast(count)];
    }

    public void Write(string text, bool isError)
    {
        lock (_lock)
        {
            var line = new LogLine(++_count, text, isError);
            _lines.Enqueue(line);
            if (_lines.Count > Kept)
                _lines.Dequeue();
            foreach (var watcher in _watchers)
                watcher.Writer.TryWrite(line);
        }

        console.Log(LogLevel.Information, default, text, null, static (state, _) => state);
    }

    public async IAsyncEnumerable<IReadOnlyList<LogLine>> WatchAsync([EnumeratorCancellation] CancellationToken cancellationToken = default)
    {
        // A slow reader loses old lines rather than holding all of them in memory.
        var watcher = Channel.CreateBounded<LogLine>(new BoundedChannelOptions(10_000) { FullMode = BoundedChannelFullMode.DropOldest });
        IReadOnlyList<LogLine> kept;
        lock (_lock)
        {
            kept = [.. _lines];
            _watchers.Add(watcher);
        }

        try
        {
            if (kept.Count > 0)
                yield return kept;
            await foreach (var line in watcher.Reader.ReadAllAsync(cancellationToken))
                yield return [line];
        }
        finally
        {
            lock (_lock)
                _watchers.Remove(watcher);
        }
    }

    IDisposable? ILogger.BeginScope<TState>(TState state) => null;

    bool ILogger.IsEnabled(LogLevel logLevel) => logLevel >= LogLevel.Information;

    void ILogger.Log<TState>(LogLevel logLevel, EventId eventId, TState state, Exception? exception, Func<TState, Exception?, string> formatter)
    {
        if (logLevel < LogLevel.Information)
            return;
        var text = formatter(state, exception);
        foreach (var line in (exception is null ? text : string.Create(CultureInfo.InvariantCulture, $"{text}\n{exception}")).Split('\n'))
            Write(line, logLevel >= LogLevel.Error);
    }
}
