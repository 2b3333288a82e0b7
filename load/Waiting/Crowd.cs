using System.Net;
using System.Net.Sockets;
using Dugout.Load.Client;

namespace Dugout.Load.Waiting;

/// <summary>Waiting fans, each with a connection of its own, spread over loopback addresses. One thread sends all polls when they are due.</summary>
internal sealed class Crowd : IDisposable
{
    /// <summary>As many as share an address of a mobile network; also below the limit of ports of one address.</summary>
    private const int FansAnAddress = 400;
    private const int AtOnce = 64;

    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(30);
    private static readonly TimeSpan Nap = TimeSpan.FromMilliseconds(1);

    private readonly WaitingFan?[] _fans;

    private Crowd(int count) => _fans = new WaitingFan?[count];

    /// <summary>Number of fans whose connection the server ended.</summary>
    public int Ended => _fans.Count(fan => fan is { HasEnded: true });

    /// <summary>Connects the fans. Each polls once, as the page does when it opens; all responses must be right.</summary>
    /// <param name="server">The gateway, on this machine.</param>
    /// <param name="request">What the fans send.</param>
    /// <param name="count">Number of fans.</param>
    /// <param name="time">The clock.</param>
    /// <exception cref="NoSystemException">A connection was rejected, or a response is missing or wrong.</exception>
    public static async Task<Crowd> OpenAsync(Uri server, PollRequest request, int count, TimeProvider time)
    {
        var (crowd, opened) = (new Crowd(count), new PollCounts(time));
        try
        {
            await Parallel.ForAsync(0, count, new ParallelOptions { MaxDegreeOfParallelism = AtOnce }, async (index, _) =>
            {
                var fan = new WaitingFan(await ConnectAsync(server, index), request);
                crowd._fans[index] = fan;
                fan.Begin();
                fan.Poll(opened, opened.Elapsed);
            });
            await opened.WaitAsync(Patience);
            return opened.Missing + opened.Unsent + opened.Wrong == 0
                ? crowd
                : throw new NoSystemException($"{server} did not serve {count} fans: {opened.Unsent} connections ended, {opened.Missing} responses are missing, {opened.Wrong} are wrong");
        }
        catch
        {
            crowd.Dispose();
            throw;
        }
    }

    /// <summary>Sends polls for a time. Responses to the last ones may arrive later.</summary>
    public Task<PollCounts> RunAsync(PollSchedule schedule, TimeSpan length, TimeProvider time) => Task.Factory.StartNew(
        () =>
        {
            var counts = new PollCounts(time);
            while (counts.Elapsed < length)
            {
                SendDue(schedule, counts);
                Thread.Sleep(Nap);
            }

            return counts;
        },
        CancellationToken.None, TaskCreationOptions.LongRunning, TaskScheduler.Default);

    /// <summary>Sends all polls that are due by now.</summary>
    public void SendDue(PollSchedule schedule, PollCounts counts)
    {
        while (schedule.Take(counts.Elapsed) is { } poll) _fans[poll.Fan]!.Poll(counts, poll.Due);
    }

    /// <inheritdoc/>
    public void Dispose()
    {
        foreach (var fan in _fans) fan?.Close();
    }

    private static async Task<Socket> ConnectAsync(Uri server, int index)
    {
        var socket = new Socket(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp) { NoDelay = true };
        try
        {
            socket.Bind(new IPEndPoint(new IPAddress([127, 0, 1, (byte)(1 + (index / FansAnAddress))]), 0));
            using var late = new CancellationTokenSource(Patience);
            await socket.ConnectAsync(IPAddress.Loopback, server.Port, late.Token);
            return socket;
        }
        catch (Exception away) when (away is SocketException or OperationCanceledException)
        {
            socket.Dispose();
            throw new NoSystemException($"{server} did not accept the connection of fan {index + 1}: {away.Message}");
        }
    }
}
