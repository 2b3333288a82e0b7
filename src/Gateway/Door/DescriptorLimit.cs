using System.Globalization;
using Microsoft.Extensions.Options;

namespace Dugout.Gateway.Door;

/// <summary>
/// Says so at the start, in one warning, if the process may open fewer files than its connections need: one for the client and one for the replica each,
/// and <see cref="Own"/> for everything else. Without it, the door would close at the limit of the machine instead of the one in the settings. Linux only.
/// </summary>
internal static class DescriptorLimit
{
    /// <summary>Files the process has open whoever comes: programs, logs, sockets that listen.</summary>
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
                "This process may open {Limit} files, and {Need} are needed for {Connections} connections. Where it is started, say before: ulimit -n {Need}",
                limit, need, connections, need);
        }
    }

    /// <summary>How many files this process may open; null if there is no limit, or nobody says.</summary>
    private static long? SoftLimit()
    {
        if (!File.Exists(Limits))
            return null;
        var row = File.ReadLines(Limits).FirstOrDefault(line => line.StartsWith(Row, StringComparison.Ordinal));
        // Soft limit, hard limit, unit; instead of a number it may say "unlimited".
        var soft = row?[Row.Length..].Split(' ', StringSplitOptions.RemoveEmptyEntries).FirstOrDefault();
        return long.TryParse(soft, NumberStyles.None, CultureInfo.InvariantCulture, out var limit) ? limit : null;
    }
}
