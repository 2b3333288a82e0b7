namespace Dugout.Infrastructure.Run;

/// <summary>Whether the Aspire dashboard is started (<c>--dashboard</c>).</summary>
public enum DashboardMode
{
    /// <summary>When it is available.</summary>
    Auto,

    /// <summary>Never.</summary>
    Off,
}

/// <summary>Whether programs that exit by themselves are restarted (<c>--restarts</c>).</summary>
public enum RestartMode
{
    /// <summary>Restarted with growing pauses, until they crash repeatedly.</summary>
    On,

    /// <summary>Not restarted: for tests that kill programs and observe the effect.</summary>
    Off,
}

/// <summary>What the AppHost does (<c>--operation</c>, Aspire's name).</summary>
public enum AppHostOperation
{
    /// <summary>Starts the system and supervises it.</summary>
    Run,

    /// <summary>Writes files that start the system on other machines.</summary>
    Publish,
}

/// <summary>Target of the published files (<c>--publisher</c>).</summary>
public enum Publisher
{
    /// <summary>All targets.</summary>
    Auto,

    /// <summary>Docker Compose.</summary>
    Compose,

    /// <summary>Kubernetes.</summary>
    Kubernetes,
}
