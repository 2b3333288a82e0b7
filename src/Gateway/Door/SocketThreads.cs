using System.Globalization;
using Microsoft.AspNetCore.Server.Kestrel.Transport.Sockets;

namespace Dugout.Gateway.Door;

/// <summary>
/// Has the thread that hears of a socket go on with the request by itself. Usually it wakes another one, and for a program that only passes bytes on these wake-ups are most
/// of the work: see <c>src/decisions/42-gateway-socket-threads.md</c>. What runs so may not block, or every other request of that thread waits.
/// </summary>
internal static class SocketThreads
{
    private const string Inline = "DOTNET_SYSTEM_NET_SOCKETS_INLINE_COMPLETIONS";
    private const string Count = "DOTNET_SYSTEM_NET_SOCKETS_THREAD_COUNT";

    /// <summary>Goes before everything else: the runtime reads these once, when the first socket is opened, and knows no other way to be told. What the environment says stays.</summary>
    public static void GoOnByThemselves()
    {
        Set(Inline, "1");
        // One for every two cores: replicas want the others. A thread that hands everything on needs no company.
        if (AreSet)
            Set(Count, Math.Max(1, Environment.ProcessorCount / 2).ToString(CultureInfo.InvariantCulture));
    }

    /// <summary>The server's part of it, which does as the runtime was told.</summary>
    public static void AddSocketThreads(this WebApplicationBuilder builder) =>
        builder.Services.Configure<SocketTransportOptions>(transport => transport.UnsafePreferInlineScheduling = AreSet);

    private static bool AreSet => Environment.GetEnvironmentVariable(Inline) == "1";

    private static void Set(string name, string value)
    {
        if (Environment.GetEnvironmentVariable(name) is null)
            Environment.SetEnvironmentVariable(name, value);
    }
}
