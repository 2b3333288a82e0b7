using System.Globalization;

namespace Dugout.Load.Waiting;

/// <summary>A crowd that waited for a time, and what that cost.</summary>
/// <param name="Fans">Number of fans; 0 for the idle system.</param>
/// <param name="PauseSeconds">The mean pause between the polls of a fan.</param>
/// <param name="Seconds">Length of the trial.</param>
/// <param name="GatewayMicroseconds">CPU time of the gateway.</param>
/// <param name="ReplicasMicroseconds">CPU time of all API replicas.</param>
/// <param name="GatewayKilobytes">Resident memory of the gateway at the end.</param>
/// <param name="Counts">The polls.</param>
/// <param name="Ended">Connections that the gateway ended.</param>
internal sealed record CrowdTrial(
    int Fans, double PauseSeconds, double Seconds, double GatewayMicroseconds, double ReplicasMicroseconds, double GatewayKilobytes, PollCounts Counts, int Ended)
{
    private const double OnePercent = 1e4;

    /// <summary>The heading of the table.</summary>
    public static string Heading { get; } =
        $"{"fans",7}{"pause s",9}{"polls/s",9}{"gateway %",11}{"replicas %",12}{"µs/fan/s",10}{"µs/poll",9}{"KB/fan",8}{"200 %",7}{"late",6}{"p50 ms",8}{"p99 ms",8}{"errors",8}{"ended",7}";

    /// <summary>The meaning of its columns.</summary>
    public static string Legend { get; } =
        $"""
        pause: mean time between two polls of a fan. %: of one core. µs/fan/s and µs/poll: CPU time of the gateway without that of the idle gateway, divided by fans or by polls.
        KB/fan: growth of the gateway's resident memory since it was idle, for the largest crowd so far, because memory stays resident after a crowd. 200: responses with a new document, the others are 304. late: polls sent over {PollCounts.Tolerance.TotalMilliseconds:0} ms after they were due.
        p50, p99: response times since polls were due. errors: polls unsent, without a response, or with a wrong one. ended: connections closed by the gateway.
        """;

    /// <summary>Polls that have no right response.</summary>
    public int Errors => Counts.Unsent + Counts.Missing + Counts.Wrong;

    /// <summary>Its cost beyond that of the idle system.</summary>
    public CrowdCost Beyond(CrowdTrial idle) => new(Fans, Counts.Sent / Seconds, (GatewayMicroseconds / Seconds) - (idle.GatewayMicroseconds / idle.Seconds));

    /// <summary>Memory of a fan, in KB.</summary>
    public double KilobytesAFan(CrowdTrial idle) => (GatewayKilobytes - idle.GatewayKilobytes) / Fans;

    /// <summary>A line of the table.</summary>
    /// <param name="idle">The idle system.</param>
    /// <param name="isLargest">Whether no crowd before was as large.</param>
    public string InWords(CrowdTrial idle, bool isLargest = false)
    {
        var cost = Beyond(idle);
        var shares = string.Create(CultureInfo.InvariantCulture, $"{GatewayMicroseconds / Seconds / OnePercent,11:0.0}{ReplicasMicroseconds / Seconds / OnePercent,12:0.0}");
        if (Fans == 0) return $"{Fans,7}{"",9}{"",9}{shares}";
        var polls = string.Create(CultureInfo.InvariantCulture, $"{Fans,7}{PauseSeconds,9:0}{cost.PollsASecond,9:0}");
        var each = string.Create(CultureInfo.InvariantCulture, $"{cost.MicrosecondsASecond / Fans,10:0.00}{cost.MicrosecondsASecond / cost.PollsASecond,9:0.0}");
        var memory = isLargest ? string.Create(CultureInfo.InvariantCulture, $"{KilobytesAFan(idle),8:0.0}") : $"{"",8}";
        var responses = string.Create(CultureInfo.InvariantCulture, $"{100.0 * Counts.Changed / Math.Max(1, Counts.Sent),7:0}{Counts.Late,6}{Counts.PercentileMilliseconds(50),8:0.0}{Counts.PercentileMilliseconds(99),8:0.0}{Errors,8}{Ended,7}");
        return polls + shares + each + memory + responses;
    }
}
