namespace Dugout.Infrastructure;

/// <summary>Whether the Aspire dashboard is started (<c>--dashboard</c>).</summary>
public enum DashboardMode
{
    /// <summary>When it can be had.</summary>
    Auto,

    /// <summary>Never.</summary>
    Off,
}

/// <summary>Whether programs that end by themselves are started again (<c>--restarts</c>).</summary>
public enum RestartMode
{
    /// <summary>They are, with growing pauses, until they crash again and again.</summary>
    On,

    /// <summary>They stay as they ended: for whoever kills them and wants to see that.</summary>
    Off,
}
