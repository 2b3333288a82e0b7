namespace Dugout.AppHost;

/// <summary>
/// Identifies this program to a test or an experiment that hosts it in its own process:
/// <c>DistributedApplicationTestingBuilder.CreateAsync&lt;EntryPoint&gt;(args)</c>.
/// </summary>
public sealed class EntryPoint;
