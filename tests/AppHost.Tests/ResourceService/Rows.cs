using System.Globalization;
using Dugout.ResourceService;

namespace Dugout.AppHost.Tests.ResourceService;

/// <summary>Reads a resource as the dashboard gets it.</summary>
internal static class Rows
{
    /// <summary>Its process.</summary>
    public static int ProcessOf(ProtoMessage row) =>
        int.Parse(row.Messages(12).Single(property => property.Text(1) == "executable.pid").Messages(3).Single().Text(3), CultureInfo.InvariantCulture);

    /// <summary>Whether a command is offered: 0 for yes, 1 for not now, 2 for not shown.</summary>
    public static long StateOf(ProtoMessage row, string command) => row.Messages(11).Single(one => one.Text(1) == command).Number(9);

    /// <summary>One of its times.</summary>
    public static DateTimeOffset Moment(ProtoMessage row, int field)
    {
        var time = row.Messages(field).Single();
        return DateTimeOffset.FromUnixTimeSeconds(time.Number(1)).AddTicks(time.Number(2) / TimeSpan.NanosecondsPerTick);
    }
}
