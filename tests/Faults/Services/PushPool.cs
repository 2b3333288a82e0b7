using System.Diagnostics.Metrics;
using Microsoft.Extensions.Logging;

namespace Dugout.Faults.Services;

/// <summary>
/// A bounded pool in this process, of the sizes a team had (report 004): five at work; while all are, a hundred wait in line; then five more work; and when those do, too, and the line is
/// full, the caller has to do it. It exists to be compared with the outbox: what is in it is lost with the process.
/// </summary>
public sealed class PushPool : IDisposable
{
    /// <summary>So many work before anybody waits.</summary>
    public const int Core = 5;

    /// <summary>So many work at most.</summary>
    public const int Most = 10;

    /// <summary>So many wait at most.</summary>
    public const int Line = 100;

    private readonly Meter _meter = new("Dugout");
    private readonly Lock _gate = new();
    private readonly Queue<Func<Task>> _line = new();
    private readonly ILogger<PushPool> _log;
    private readonly Counter<long> _byCaller;
    private int _workers;

    /// <summary>Starts with an empty queue.</summary>
    public PushPool(ILogger<PushPool> log)
    {
        _log = log;
        _meter.CreateObservableGauge("dugout.pushes.pool_depth", () => Waiting, description: "Pushes that wait in the pool of this process.");
        _byCaller = _meter.CreateCounter<long>("dugout.pushes.by_caller", description: "Pushes that the request had to send itself, since the pool was full.");
    }

    /// <summary>How many wait now.</summary>
    public int Waiting
    {
        get
        {
            lock (_gate)
                return _line.Count;
        }
    }

    /// <summary>Has work done. Returns at once, unless the caller has to do it.</summary>
    public Task RunAsync(Func<Task> work)
    {
        ArgumentNullException.ThrowIfNull(work);
        lock (_gate)
        {
            if (_workers >= Core && _line.Count < Line)
            {
                _line.Enqueue(work);
                return Task.CompletedTask;
            }

            if (_workers < Most)
            {
                _workers++;
                _ = Task.Run(() => WorkAsync(work));
                return Task.CompletedTask;
            }
        }

        _byCaller.Add(1);
        return work();
    }

    /// <inheritdoc/>
    public void Dispose() => _meter.Dispose();

    private async Task WorkAsync(Func<Task> work)
    {
        for (Func<Task>? next = work; next is not null; next = Next())
        {
            try
            {
                await next();
            }
            catch (Exception error)
            {
                // Whatever it is, the others' work has to be done.
                _log.LogWarning("A push was lost: {Reason}", error.Message);
            }
        }
    }

    /// <summary>The next in line; where there is none, one fewer works.</summary>
    private Func<Task>? Next()
    {
        lock (_gate)
        {
            if (_line.TryDequeue(out var next))
                return next;
            _workers--;
            return null;
        }
    }
}
