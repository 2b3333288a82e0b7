using System.Globalization;
using System.Reflection;
using Microsoft.AspNetCore.Server.Kestrel.Transport.Sockets;

namespace Dugout.Gateway.Door;

/// <summary>
/// Lets the thread that receives a socket event continue with the request itself. By default it wakes another thread, and for a program that only forwards bytes these wake-ups are most
/// of the work: see <c>src/decisions/42-gateway-socket-threads.md</c>. Code on such a thread must not block, or every other request of that thread waits.
/// </summary>
internal static class SocketThreads
{
    private const string Inline = "DOTNET_SYSTEM_NET_SOCKETS_INLINE_COMPLETIONS";
    private const string Count = "DOTNET_SYSTEM_NET_SOCKETS_THREAD_COUNT";

    /// <summary>
    /// Must run first: the runtime reads these variables once, when the first socket is opened, and has no other interface for them. Existing values are not overwritten. Inside another
    /// program, such as a test, nothing changes: its code may block.
    /// </summary>
    public static void GoOnByThemselves()
    {
        if (Assembly.GetEntryAssembly() != typeof(SocketThreads).Assembly)
            return;
        Set(Inline, "1");
        // One thread for every two cores, because replicas need the others. A thread that hands nothing over needs no second one.
        if (AreSet)
            Set(Count, Math.Max(1, Environment.ProcessorCount / 2).ToString(CultureInfo.InvariantCulture));
    }

    /// <summary>Configures the server in the same way as the runtime.</summary>
    public static void AddSocketThreads(this WebApplicationBuilder builder) =>
        builder.Services.Configure<SocketTransportOptions>(transport => transport.UnsafePreferInlineScheduling = AreSet);

    private static bool AreSet => Environment.GetEnvironmentVariable(Inline) == "1";

    private static void Set(string name, string value)
    {
        if (Environment.GetEnvironmentVariable(name) is null)
            Environment.SetEnvironmentVariable(name, value);
    }
}
