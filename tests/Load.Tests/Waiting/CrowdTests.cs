using Dugout.Load.Client;
using Dugout.Load.Waiting;
using Xunit;

namespace Dugout.Load.Tests.Waiting;

public sealed class CrowdTests
{
    private const int Seed = 7;
    private const int Fans = 5;

    private static readonly TimeSpan Step = TimeSpan.FromMilliseconds(5);

    private readonly ManualTime _time = new();

    [Fact]
    public async Task Polls_are_sent_when_they_are_due()
    {
        using var server = new PollServer(_ => PollServer.Document("\"a\""));
        using var crowd = await OpenAsync(server);

        var (counts, due) = await PollAsync(crowd, server, TimeSpan.FromSeconds(3));
        await counts.WaitAsync(TimeSpan.MaxValue);

        Assert.Equal((due.Count, 0, 0, 0), (counts.Sent, counts.Late, counts.Unsent, counts.Missing));
        Assert.Equal((due.Count, 0), (counts.Changed, crowd.Ended));
        Assert.Equal(due.CountBy(poll => poll.Fan).Select(fan => fan.Value).Order(), server.Requests.Skip(Fans).CountBy(request => request.Port).Select(fan => fan.Value).Order());
    }

    /// <summary>The generator's own delays are counted, and belong to the response times.</summary>
    [Fact]
    public async Task A_poll_that_is_sent_late_is_counted_as_late_and_its_response_time_begins_when_it_was_due()
    {
        using var server = new PollServer(_ => PollServer.Document("\"a\""));
        using var crowd = await OpenAsync(server);
        var (schedule, counts) = (new PollSchedule(Fans, TimeSpan.Zero, Seed), new PollCounts(_time));

        _time.Advance(TimeSpan.FromSeconds(3));
        crowd.SendDue(schedule, counts);
        await counts.WaitAsync(TimeSpan.MaxValue);

        var due = PollScheduleTests.Taken(new(Fans, TimeSpan.Zero, Seed), TimeSpan.FromSeconds(3));
        Assert.Equal((due.Count, due.Count(poll => poll.Due < TimeSpan.FromSeconds(3) - PollCounts.Tolerance)), (counts.Sent, counts.Late));
        Assert.NotEqual(0, counts.Late);
        var longest = (TimeSpan.FromSeconds(3) - due[0].Due).TotalMilliseconds;
        Assert.InRange(counts.PercentileMilliseconds(100), 0.98 * longest, 1.02 * longest);
    }

    [Fact]
    public async Task A_server_that_never_responds_does_not_stop_the_polls()
    {
        using var server = new PollServer(number => number == 0 ? PollServer.Document("\"a\"") : null);
        using var crowd = await OpenAsync(server);

        var (counts, due) = await PollAsync(crowd, server, TimeSpan.FromSeconds(10));

        Assert.InRange(due.Count, 9 * Fans, 15 * Fans);
        Assert.Equal((due.Count, due.Count, 0), (counts.Sent, counts.Missing, counts.Late));
    }

    [Fact]
    public async Task Wrong_responses_are_counted()
    {
        using var server = new PollServer(number => number switch
        {
            0 => PollServer.Document("\"a\""),
            1 => PollServer.Response(304, "\"a\"", ""),
            2 => PollServer.Response(500, "", "{}"),
            3 => PollServer.Response(200, "\"b\"", """{"state":"none","drawn":0}"""),
            _ => PollServer.Document("\"c\""),
        });
        using var crowd = await OpenAsync(server);

        var (counts, due) = await PollAsync(crowd, server, TimeSpan.FromSeconds(6));
        await counts.WaitAsync(TimeSpan.MaxValue);

        Assert.Equal((Fans, 2 * Fans, due.Count - (3 * Fans), 0), (counts.Unchanged, counts.Wrong, counts.Changed, counts.Missing));
    }

    [Fact]
    public async Task A_poll_carries_the_tag_of_the_last_document()
    {
        using var server = new PollServer(number => number == 1 ? PollServer.Response(304, "", "") : PollServer.Document($"\"{number}\""));
        using var crowd = await Crowd.OpenAsync(server.Address, Request(server), 1, _time);
        var (schedule, counts) = (new PollSchedule(1, TimeSpan.Zero, Seed), new PollCounts(_time));

        while (counts.Sent < 4)
        {
            _time.Advance(Step);
            crowd.SendDue(schedule, counts);
            await counts.WaitAsync(TimeSpan.MaxValue);
        }

        Assert.Equal(["", "\"0\"", "\"0\"", "\"2\"", "\"3\""], server.Requests.Select(request => request.Text.Split("\r\nIf-None-Match: ") is [_, var tag] ? tag : ""));
        Assert.All(server.Requests, request => Assert.StartsWith("GET /api/games/7/waiting-room HTTP/1.1\r\nHost: 127.0.0.1:", request.Text, StringComparison.Ordinal));
        Assert.All(server.Requests, request => Assert.Contains("\r\nCookie: dugout-session=token", request.Text, StringComparison.Ordinal));
    }

    [Fact]
    public async Task Polls_of_a_fan_whose_connection_was_closed_are_unsent()
    {
        using var server = new PollServer(number => number == 0 ? PollServer.Document("\"a\"") : PollServer.Close);
        using var crowd = await OpenAsync(server);
        var (schedule, counts) = (new PollSchedule(Fans, TimeSpan.Zero, Seed), new PollCounts(_time));

        while (crowd.Ended < Fans)
        {
            _time.Advance(Step);
            crowd.SendDue(schedule, counts);
            await Task.Yield();
        }

        var (unsent, missing) = (counts.Unsent, counts.Missing);
        _time.Advance(TimeSpan.FromSeconds(2));
        crowd.SendDue(schedule, counts);

        Assert.InRange(counts.Unsent - unsent, Fans, 3 * Fans);
        Assert.InRange(missing, Fans, int.MaxValue);
        Assert.Equal(missing, counts.Missing);
    }

    [Fact]
    public async Task A_crowd_that_is_not_served_is_none()
    {
        using var server = new PollServer(_ => PollServer.Response(503, "", "{}"));

        var error = await Assert.ThrowsAsync<NoSystemException>(() => OpenAsync(server));

        Assert.EndsWith($"did not serve {Fans} fans: 0 connections ended, 0 responses are missing, {Fans} are wrong", error.Message, StringComparison.Ordinal);
    }

    private static PollRequest Request(PollServer server) => new(server.Address, 7, "token");

    private async Task<Crowd> OpenAsync(PollServer server)
    {
        var crowd = await Crowd.OpenAsync(server.Address, Request(server), Fans, _time);
        await server.ReceiveAsync(Fans);
        return crowd;
    }

    /// <summary>Lets the crowd poll for a time, until the server has received what was due.</summary>
    private async Task<(PollCounts Counts, List<(int Fan, TimeSpan Due)> Due)> PollAsync(Crowd crowd, PollServer server, TimeSpan length)
    {
        var (schedule, counts) = (new PollSchedule(Fans, TimeSpan.Zero, Seed), new PollCounts(_time));
        while (counts.Elapsed < length)
        {
            _time.Advance(Step);
            crowd.SendDue(schedule, counts);
        }

        var due = PollScheduleTests.Taken(new(Fans, TimeSpan.Zero, Seed), length);
        await server.ReceiveAsync(due.Count);
        return (counts, due);
    }

    /// <summary>A clock that the test moves; delays of tasks take their real time.</summary>
    private sealed class ManualTime : TimeProvider
    {
        private long _now;

        public override long TimestampFrequency => TimeSpan.TicksPerSecond;

        public override long GetTimestamp() => Interlocked.Read(ref _now);

        public void Advance(TimeSpan by) => Interlocked.Add(ref _now, by.Ticks);
    }
}
