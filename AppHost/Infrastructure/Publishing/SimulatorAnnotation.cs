namespace Dugout.Infrastructure.Publishing;

/// <summary>Left on a program that plays somebody of another house. Where the system is published for good, the true address takes its place.</summary>
internal sealed class SimulatorAnnotation : IResourceAnnotation;
