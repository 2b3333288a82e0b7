using System.ComponentModel.DataAnnotations;

namespace Dugout.Features.Notices;

/// <summary>Settings of notices and devices. Section <c>Notices</c>; <see cref="PushOptions"/> in the same section configures pushes.</summary>
public sealed class NoticesOptions
{
    /// <summary>Days without a sign-in after which a device expires. Default 60, range 1 to 3,650.</summary>
    [Range(1, 3_650)]
    public int DeviceDays { get; set; } = 60;

    /// <summary>Maximum number of devices per account; the least recently used one is removed. Default 10, range 1 to 100.</summary>
    [Range(1, 100)]
    public int DevicesAFan { get; set; } = 10;

    /// <summary>Days after which notices are deleted, read or not. Default 90, range 1 to 3,650.</summary>
    [Range(1, 3_650)]
    public int KeepDays { get; set; } = 90;

    /// <summary>Age of a password that triggers a reminder, in days. Default 180, range 1 to 3,650.</summary>
    [Range(1, 3_650)]
    public int PasswordDays { get; set; } = 180;

    /// <summary>
    /// Interval of sign-in reminders, in seconds, aligned to midnight of a Korean day. Default 604,800 (one week); range 1 to 2,592,000.
    /// </summary>
    [Range(1, 2_592_000)]
    public int RemindSeconds { get; set; } = 604_800;

    /// <summary>
    /// Interval between polls for due notices, in seconds. Default 20, range 1 to 3,600; above 60 some lapsing holds get no notice.
    /// </summary>
    [Range(1, 3_600)]
    public int PollSeconds { get; set; } = 20;
}
