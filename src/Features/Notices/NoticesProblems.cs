namespace Dugout.Features.Notices;

/// <summary>The errors of notices and devices, with their stable codes.</summary>
public static class NoticesProblems
{
    /// <summary>The device does not exist, or belongs to another account.</summary>
    public static readonly Problem NoSuchDevice = new(404, "no-such-device", "There is no such device.");

    /// <summary>The notice does not exist, or belongs to another account.</summary>
    public static readonly Problem NoSuchNotice = new(404, "no-such-notice", "There is no such notice.");
}
