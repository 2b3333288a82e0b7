using System.Net;
using System.Net.Sockets;
using Dugout.Load.Measuring;

namespace Dugout.Load.Watchers;

/// <summary>
/// The least that a message to each of many connections costs on this machine: one thread sends it over loopback, with no server around. The kernel delivers it to the receiver at the
/// sender's expense.
/// </summary>
internal static class BareSends
{
    private const int Rounds = 10;
    private static readonly TimeSpan Pause = TimeSpan.FromMilliseconds(200);

    /// <summary>Returns processor time of the sending thread, in µs a message.</summary>
    /// <param name="connections">Number of connections.</param>
    /// <param name="bytes">Size of a message.</param>
    public static async Task<double> MicrosecondsEachAsync(int connections, int bytes)
    {
        List<Socket> open = [];
        try
        {
            using var listener = new Socket(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp);
            listener.Bind(new IPEndPoint(IPAddress.Loopback, 0));
            listener.Listen();
            List<Socket> senders = [];
            for (var n = 0; n < connections; n++)
            {
                var receiver = new Socket(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp);
                open.Add(receiver);
                await receiver.ConnectAsync(listener.LocalEndPoint!);
                var sender = await listener.AcceptAsync();
                sender.NoDelay = true;
                open.Add(sender);
                senders.Add(sender);
                _ = Crowd.DiscardAsync(receiver, _ => { });
            }

            return await Task.Factory.StartNew(() => Send(senders, new byte[bytes]), TaskCreationOptions.LongRunning);
        }
        finally
        {
            open.ForEach(socket => socket.Dispose());
        }
    }

    private static double Send(List<Socket> senders, byte[] message)
    {
        var cpu = Processor.MicrosecondsOfThisThread();
        for (var round = 0; round < Rounds; round++)
        {
            foreach (var sender in senders) sender.Send(message);
            Thread.Sleep(Pause);
        }

        return (Processor.MicrosecondsOfThisThread() - cpu) / Rounds / senders.Count;
    }
}
