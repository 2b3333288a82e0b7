using System.Diagnostics;
using System.Net.Sockets;
using System.Threading.Channels;

namespace Dugout.Tests.Support;

/// <content>The transfer of one direction.</content>
public sealed partial class FaultyProxy
{
    /// <summary>Reads on while what was read is on its way: a late link carries as much as a quick one, and what waits before a frozen one is seen.</summary>
    /// <param name="from">Who sends.</param>
    /// <param name="to">To whom.</param>
    /// <param name="read">Sees what was sent, at once, and says how late it comes.</param>
    /// <param name="pass">Sees it when its time has come, and says whether the connection lives on.</param>
    /// <param name="open">Ends with the connection.</param>
    private async Task PumpAsync(NetworkStream from, NetworkStream to, Func<byte[], TimeSpan> read, Func<byte[], Task<bool>> pass, CancellationToken open)
    {
        var underWay = Channel.CreateUnbounded<(byte[] Chunk, long Read, TimeSpan Late)>();
        _ = ReadAsync();
        await foreach (var (chunk, since, lateness) in underWay.Reader.ReadAllAsync(open))
        {
            if (lateness - Stopwatch.GetElapsedTime(since) is { Ticks: > 0 } left)
                await Task.Delay(left, open);
            if (!await pass(chunk))
                return;
            await _flow.Task.WaitAsync(open);
            await to.WriteAsync(chunk, open);
        }

        async Task ReadAsync()
        {
            var buffer = new byte[64 * 1024];
            try
            {
                int count;
                while ((count = await from.ReadAsync(buffer, open)) > 0)
                {
                    var chunk = buffer[..count];
                    underWay.Writer.TryWrite((chunk, Stopwatch.GetTimestamp(), read(chunk)));
                }

                underWay.Writer.Complete();
            }
            catch (Exception end) when (end is OperationCanceledException or IOException or ObjectDisposedException)
            {
                underWay.Writer.Complete(end);
            }
        }
    }
}
