using System.Net.Http.Headers;
using System.Net.ServerSentEvents;
using System.Text.Json;
using Dugout.Load.Client;
using Dugout.Tests.Support;
using Xunit;

namespace Dugout.Features.Tests.Seats;

/// <summary>A client of the stream of seat changes, and the seats as it has received them.</summary>
internal sealed class SeatFeed : IAsyncDisposable
{
    private readonly HttpResponseMessage _response;
    private readonly CancellationTokenSource _stop = new();
    private readonly IAsyncEnumerator<SseItem<string>> _events;
    private readonly Dictionary<long, byte[]> _states = [];

    private SeatFeed(HttpResponseMessage response, Stream body) =>
        (_response, _events) = (response, SseParser.Create(body).EnumerateAsync(_stop.Token).GetAsyncEnumerator());

    /// <summary>Id of the last event.</summary>
    public string Version { get; private set; } = "";

    /// <summary>Number of snapshots and of deltas so far.</summary>
    public (int Snapshots, int Deltas) Received { get; private set; }

    /// <summary>Opens a stream; the response must be one.</summary>
    public static async Task<SeatFeed> OpenAsync(HttpClient replica, long game, string? last = null, string? token = null)
    {
        using var request = new HttpRequestMessage(HttpMethod.Get, $"/api/games/{game}/seat-changes");
        if (last is not null)
            request.Headers.Add("Last-Event-ID", last);
        if (token is not null)
            request.Headers.Authorization = new AuthenticationHeaderValue("Bearer", token);
        var response = await replica.SendAsync(request, HttpCompletionOption.ResponseHeadersRead).WaitAsync(Wait.Patience);
        Assert.Equal("text/event-stream", response.EnsureSuccessStatusCode().Content.Headers.ContentType?.MediaType);
        return new(response, await response.Content.ReadAsStreamAsync());
    }

    /// <summary>The state of a seat: 0 free, 1 held, 2 sold, 3 blocked.</summary>
    public int this[long grade, int number] => _states[grade][number - 1];

    /// <summary>The seats of a grade that have a state, ascending.</summary>
    public int[] Of(long grade, int state) => [.. Enumerable.Range(1, _states[grade].Length).Where(number => this[grade, number] == state)];

    /// <summary>Reads one event.</summary>
    /// <returns>False at the end of the stream.</returns>
    public async Task<bool> ReadAsync()
    {
        if (!await _events.MoveNextAsync().AsTask().WaitAsync(Wait.Patience))
            return false;
        Version = _events.Current.EventId!;
        var data = JsonDocument.Parse(_events.Current.Data).RootElement;
        Assert.Equal(Version, data.GetProperty("version").GetString());
        switch (_events.Current.EventType)
        {
            case "snapshot":
                Received = (Received.Snapshots + 1, Received.Deltas);
                foreach (var grade in data.GetProperty("grades").EnumerateArray())
                    _states[grade.GetProperty("gradeId").GetInt64()] = LiveSeats.Unpacked(grade.GetProperty("seats").GetBytesFromBase64(), grade.GetProperty("capacity").GetInt32());
                break;
            case "delta":
                Received = (Received.Snapshots, Received.Deltas + 1);
                foreach (var change in data.GetProperty("changes").EnumerateArray().Where(_ => Received.Snapshots > 0))
                    _states[change[0].GetInt64()][change[1].GetInt32() - 1] = change[2].GetByte();
                break;
            default:
                Assert.Equal("heartbeat", _events.Current.EventType);
                break;
        }

        return true;
    }

    /// <summary>Reads events until the seats are as expected.</summary>
    public async Task UntilAsync(Func<SeatFeed, bool> isSo)
    {
        while (_states.Count == 0 || !isSo(this))
            Assert.True(await ReadAsync(), "The stream ended.");
    }

    /// <summary>Reads events until the stream ends.</summary>
    public async Task EndsAsync()
    {
        while (await ReadAsync())
        {
        }
    }

    public async ValueTask DisposeAsync()
    {
        await _stop.CancelAsync();
        _response.Dispose();
        _stop.Dispose();
    }
}
