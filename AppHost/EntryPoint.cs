namespace Dugout.AppHost;

/// <summary>
/// Names this program to one that starts it inside itself, a test or an experiment:
/// <c>DistributedApplicationTestingBuilder.CreateAsync&lt;EntryPoint&gt;(args)</c>.
/// </summary>
public sealed class EntryPoint;
