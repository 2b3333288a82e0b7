using System.Globalization;
using Dugout.Load.Checks.Histories;

namespace Dugout.Load.Checks;

/// <summary>A notice created for a fan.</summary>
/// <param name="Email">The fan.</param>
/// <param name="At">When it was created, UTC, by the clock of its creator.</param>
internal sealed record NoticeRow(string Email, DateTime At);

/// <summary>
/// Compares the notices of a run with the pushes the push partner accepted: each notice created after a fan's device was registered is pushed to it once. A pure
/// function of the two. It counts by device, since the keys sent to the partner are internal to the shop.
/// </summary>
/// <param name="Devices">Fans who signed in with a device.</param>
/// <param name="Made">Notices created for them since.</param>
/// <param name="Pushed">The number of these that were pushed.</param>
/// <param name="Missing">Each device with fewer pushes than notices, in words.</param>
/// <param name="Twice">Each device with more pushes than notices, in words.</param>
internal sealed record NoticeConsistency(int Devices, int Made, int Pushed, IReadOnlyList<string> Missing, IReadOnlyList<string> Twice)
{
    /// <summary>The rule where no notice may be lost.</summary>
    public const string EachIsPushed = "Every notice of a fan with a device was pushed to it";

    /// <summary>The rule that always applies.</summary>
    public const string NoneIsPushedTwice = "No notice was pushed to a device twice";

    /// <summary>Compares notices with pushes.</summary>
    /// <param name="devices">The fans who signed in, with their device and the time of the sign-in.</param>
    /// <param name="made">Notices of these and other fans.</param>
    /// <param name="pushed">The number of distinct pushes the partner accepted for each device since the run began.</param>
    public static NoticeConsistency Of(IReadOnlyList<FansDevice> devices, IReadOnlyList<NoticeRow> made, IReadOnlyDictionary<string, int> pushed)
    {
        var times = made.ToLookup(notice => notice.Email, notice => notice.At, StringComparer.OrdinalIgnoreCase);
        List<string> missing = [], twice = [];
        var (all, came) = (0, 0);
        foreach (var device in devices.OrderBy(device => device.Email, StringComparer.Ordinal))
        {
            var (wanted, taken) = (times[device.Email].Count(at => at >= device.Since), pushed.GetValueOrDefault(device.Token));
            all += wanted;
            came += Math.Min(wanted, taken);
            if (wanted != taken) (wanted > taken ? missing : twice).Add(string.Create(CultureInfo.InvariantCulture, $"{device.Email}: {wanted} notices were created and {taken} pushed"));
        }

        return new NoticeConsistency(devices.Count, all, came, missing, twice);
    }

    /// <summary>The comparison as findings.</summary>
    /// <param name="mayBeLost">Whether notices may be lost, as is the case where they wait in a process's memory.</param>
    public IEnumerable<Finding> Findings(bool mayBeLost)
    {
        if (!mayBeLost) yield return new Finding(EachIsPushed, Missing);
        yield return new Finding(NoneIsPushedTwice, Twice);
    }
}
