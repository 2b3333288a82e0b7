using System.Globalization;
using System.Text.Json.Serialization;

namespace Dugout.Load.Results;

/// <summary>The delivery of notices to fans who signed in with a device.</summary>
/// <param name="Devices">The number of such fans.</param>
/// <param name="Made">Notices created for them since.</param>
/// <param name="Pushed">Those that the push partner accepted.</param>
/// <param name="MissingAt">Devices with fewer pushes than notices.</param>
/// <param name="TwiceAt">Devices with more pushes than notices.</param>
/// <param name="Seconds">When the last push arrived, in seconds after the load.</param>
/// <param name="MayBeLost">Whether the system was configured so that notices may be lost.</param>
internal sealed record NoticesRecord(int Devices, int Made, int Pushed, int MissingAt, int TwiceAt, double Seconds, bool MayBeLost)
{
    /// <summary>In words.</summary>
    [JsonIgnore]
    public string InWords => string.Create(CultureInfo.InvariantCulture,
        $"{Made} created for {Devices} fans with a device, {Pushed} of them pushed, {Made - Pushed} lost, {TwiceAt} devices got more than were created; the last push came {Seconds:0.0} s after the load");
}
