namespace Dugout.Platform.Http;

/// <summary>Those of devices and notices.</summary>
public static partial class Problems
{
    /// <summary>The device does not exist, or is another account's.</summary>
    public static readonly Problem NoSuchDevice = new(404, "no-such-device", "There is no such device.");

    /// <summary>The notice does not exist, or is for another account.</summary>
    public static readonly Problem NoSuchNotice = new(404, "no-such-notice", "There is no such notice.");
}
