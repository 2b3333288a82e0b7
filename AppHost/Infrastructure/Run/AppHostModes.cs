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

/// <summary>What the AppHost does (<c>--operation</c>, as Aspire names it).</summary>
public enum AppHostOperation
{
    /// <summary>It starts the system and watches over it.</summary>
    Run,

    /// <summary>It writes files that start the system elsewhere.</summary>
    Publish,
}

/// <summary>For whom the system is written down (<c>--publisher</c>).</summary>
public enum Publisher
{
    /// <summary>For all of the others.</summary>
    Auto,

    /// <summary>For Docker Compose.</summary>
    Compose,

    /// <summary>For Kubernetes.</summary>
    Kubernetes,
}
