using System.Globalization;
using Microsoft.Extensions.Options;

namespace Dugout.Gateway.Door;

/// <summary>
/// Logs one warning at the start if the process may open fewer files than its connections need: one for the client and one for the replica each,
/// and <see cref="Own"/> for everything else. The effective connection limit would then be the machine's instead of the configured one. Linux only.
/// </summary>
internal static class DescriptorLimit
{
    /// <summary>Files that the process has open regardless of connections: programs, logs, listening sockets.</summary>
    private const int Own = 256;

    private const string Limits = "/proc/self/limits";
    private const string Row = "Max open files";

    public static void WarnOfDescriptorLimit(this WebApplication app)
    {
        var connections = app.Services.GetRequiredService<IOptions<GatewayOptions>>().Value.Connections;
        var need = (2L * connections) + Own;
        if (SoftLimit() is { } limit && limit < need)
        {
            app.Services.GetRequiredService<ILoggerFactory>().CreateLogger(typeof(DescriptorLimit)).LogWarning(
                "The open file limit {Limit} is too low for {Connections} connections, which need {Need} files; further connections will fail. Run ulimit -n {Need} before the start",
                limit, connections, need, need);
        }
    }

    /// <summary>Returns how many files this process may open; null if there is no limit, or it cannot be read.</summary>
    private static long? SoftLimit()
    {
        if (!File.Exists(Limits))
            return null;
        var row = File.ReadLines(Limits).FirstOrDefault(line => line.StartsWith(Row, StringComparison.Ordinal));
        // Soft limit, hard limit, unit; the value may be "unlimited".
        var soft = row?[Row.Length..].Split(' ', StringSplitOptions.RemoveEmptyEntries).FirstOrDefault();
        return long.TryParse(soft, NumberStyles.None, CultureInfo.InvariantCulture, out var limit) ? limit : null;
    }
}
