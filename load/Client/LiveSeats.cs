using System.Net.ServerSentEvents;
using System.Text.Json;

namespace Dugout.Load.Client;

/// <summary>The state of a seat as the stream of seat changes sends it.</summary>
internal enum LiveSeat
{
    /// <summary>Available.</summary>
    Free = 0,

    /// <summary>Held by an account.</summary>
    Held = 1,

    /// <summary>Sold.</summary>
    Sold = 2,

    /// <summary>Blocked by an operator.</summary>
    Blocked = 3,
}

/// <summary>A page with an open map: reads the stream of seat changes of a game, and keeps what it received.</summary>
internal sealed class LiveSeats : IAsyncDisposable
{
    private const int SeatsAByte = 4;

    private readonly HttpResponseMessage _response;
    private readonly CancellationTokenSource _stop = new();
    private readonly Lock _lock = new();
    private readonly Dictionary<long, byte[]> _seats = [];
    private readonly Task _reading;
    private TaskCompletionSource _changed = new(TaskCreationOptions.RunContinuationsAsynchronously);

    private LiveSeats(HttpResponseMessage response, Stream body)
    {
        _response = response;
        _reading = ReadAsync(body);
    }

    /// <summary>Opens a page on a successful response.</summary>
    public static async Task<LiveSeats> OfAsync(HttpResponseMessage response) => new(response, await response.Content.ReadAsStreamAsync());

    /// <summary>Whether it has received the seats.</summary>
    public bool IsKnown
    {
        get
        {
            lock (_lock)
                return _seats.Count > 0;
        }
    }

    /// <summary>The seats of a game with a state, in no order.</summary>
    public IReadOnlyList<Seat> Of(LiveSeat state)
    {
        lock (_lock)
            return [.. _seats.SelectMany(grade => grade.Value.Index().Where(seat => seat.Item == (byte)state).Select(seat => new Seat(grade.Key, seat.Index + 1)))];
    }

    /// <summary>Waits until what it shows satisfies a condition.</summary>
    /// <returns>False if it does not, in time or because the stream has ended.</returns>
    public async Task<bool> WaitAsync(Func<LiveSeats, bool> isSo, TimeSpan patience)
    {
        using var late = new CancellationTokenSource(patience);
        while (true)
        {
            var changed = Volatile.Read(ref _changed).Task;
            if (isSo(this)) return true;
            if (_reading.IsCompleted || await Task.WhenAny(changed, _reading, Task.Delay(Timeout.Infinite, late.Token)) is { IsCanceled: true }) return false;
        }
    }

    /// <summary>Whether these seats have a state.</summary>
    public bool Have(IReadOnlyList<Seat> seats, LiveSeat state)
    {
        lock (_lock)
            return seats.All(seat => _seats.TryGetValue(seat.GradeId, out var grade) && grade[seat.Number - 1] == (byte)state);
    }

    public async ValueTask DisposeAsync()
    {
        await _stop.CancelAsync();
        _response.Dispose();
        await _reading;
        _stop.Dispose();
    }

    private async Task ReadAsync(Stream body)
    {
        try
        {
            await foreach (var message in SseParser.Create(body).EnumerateAsync(_stop.Token))
            {
                using var data = JsonDocument.Parse(message.Data);
                lock (_lock) Take(message.EventType, data.RootElement);
                Interlocked.Exchange(ref _changed, new(TaskCreationOptions.RunContinuationsAsynchronously)).TrySetResult();
            }
        }
        catch (Exception ended) when (ended is OperationCanceledException or IOException or HttpRequestException or ObjectDisposedException)
        {
            // The page was closed, or the server broke off.
        }
    }

    private void Take(string kind, JsonElement data)
    {
        if (kind == "snapshot")
        {
            foreach (var grade in data.GetProperty("grades").EnumerateArray())
                _seats[grade.GetProperty("gradeId").GetInt64()] = Unpacked(grade.GetProperty("seats").GetBytesFromBase64(), grade.GetProperty("capacity").GetInt32());
        }
        else if (kind == "delta")
        {
            foreach (var change in data.GetProperty("changes").EnumerateArray())
                _seats[change[0].GetInt64()][change[1].GetInt32() - 1] = change[2].GetByte();
        }
    }

    /// <summary>The states of a grade's seats, seat 1 first.</summary>
    public static byte[] Unpacked(byte[] packed, int capacity) =>
        [.. Enumerable.Range(0, capacity).Select(index => (byte)((packed[index / SeatsAByte] >> (index % SeatsAByte * 2)) & 3))];
}
