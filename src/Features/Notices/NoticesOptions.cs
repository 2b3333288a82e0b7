using System.ComponentModel.DataAnnotations;

namespace Dugout.Features.Notices;

/// <summary>What fans are told, and on how many devices. Section <c>Notices</c>; how it gets there, says <see cref="PushOptions"/> in the same section.</summary>
public sealed class NoticesOptions
{
    /// <summary>After so many days without a sign-in a device gets nothing any more. Default 60, range 1 to 3,650.</summary>
    [Range(1, 3_650)]
    public int DeviceDays { get; set; } = 60;

    /// <summary>Devices of one fan; the one that was seen longest ago goes. Default 10, range 1 to 100.</summary>
    [Range(1, 100)]
    public int DevicesAFan { get; set; } = 10;

    /// <summary>After so many days notices are deleted, read or not. Default 90, range 1 to 3,650.</summary>
    [Range(1, 3_650)]
    public int KeepDays { get; set; } = 90;

    /// <summary>A password is old after so many days. Default 180, range 1 to 3,650.</summary>
    [Range(1, 3_650)]
    public int PasswordDays { get; set; } = 180;

    /// <summary>
    /// What a sign-in reminds of it reminds of once in so many seconds, counted from midnight of a Korean day. Default 604,800, a week; range 1 to 2,592,000.
    /// </summary>
    [Range(1, 2_592_000)]
    public int RemindSeconds { get; set; } = 604_800;

    /// <summary>How often it is looked what is due to be told, in seconds. Default 20, range 1 to 3,600; with more than 60 not every hold that lapses is told of.</summary>
    [Range(1, 3_600)]
    public int PollSeconds { get; set; } = 20;
}
