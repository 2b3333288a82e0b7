using System.Globalization;
using Dugout.Load.Checks.Histories;

namespace Dugout.Load.Checks;

/// <summary>A notice that was made for a fan.</summary>
/// <param name="Email">The fan.</param>
/// <param name="At">When, UTC, by the clock of whoever made it.</param>
internal sealed record NoticeRow(string Email, DateTime At);

/// <summary>
/// The notices of a run against what the push partner took: each that was made after a fan's device was there comes to it, once. A pure function of the two. Counted by
/// device, since the partner's keys are the shop's own business.
/// </summary>
/// <param name="Devices">Fans who signed in with a device.</param>
/// <param name="Made">Notices that were made for them since.</param>
/// <param name="Pushed">Of these the ones that came.</param>
/// <param name="Missing">Each device to which fewer came than were made, in words.</param>
/// <param name="Twice">Each device to which more came than were made, in words.</param>
internal sealed record NoticeBalance(int Devices, int Made, int Pushed, IReadOnlyList<string> Missing, IReadOnlyList<string> Twice)
{
    /// <summary>What must be true where nothing may be lost.</summary>
    public const string EachComes = "Every notice that was made for a fan with a device was pushed to it";

    /// <summary>What must be true always.</summary>
    public const string NoneComesTwice = "No notice was pushed to a device twice";

    /// <summary>Balances.</summary>
    /// <param name="devices">Who signed in, with which device, since when.</param>
    /// <param name="made">Notices of these fans, and of others.</param>
    /// <param name="pushed">How many different pushes the partner took for each device since the run began.</param>
    public static NoticeBalance Of(IReadOnlyList<FansDevice> devices, IReadOnlyList<NoticeRow> made, IReadOnlyDictionary<string, int> pushed)
    {
        var times = made.ToLookup(notice => notice.Email, notice => notice.At, StringComparer.OrdinalIgnoreCase);
        List<string> missing = [], twice = [];
        var (all, came) = (0, 0);
        foreach (var device in devices.OrderBy(device => device.Email, StringComparer.Ordinal))
        {
            var (wanted, taken) = (times[device.Email].Count(at => at >= device.Since), pushed.GetValueOrDefault(device.Token));
            all += wanted;
            came += Math.Min(wanted, taken);
            if (wanted != taken) (wanted > taken ? missing : twice).Add(string.Create(CultureInfo.InvariantCulture, $"{device.Email}: {wanted} notices were made and {taken} pushed"));
        }

        return new NoticeBalance(devices.Count, all, came, missing, twice);
    }

    /// <summary>As findings.</summary>
    /// <param name="mayBeLost">Whether notices may be lost, as they are where they wait in a process' memory.</param>
    public IEnumerable<Finding> Findings(bool mayBeLost)
    {
        if (!mayBeLost) yield return new Finding(EachComes, Missing);
        yield return new Finding(NoneComesTwice, Twice);
    }
}
