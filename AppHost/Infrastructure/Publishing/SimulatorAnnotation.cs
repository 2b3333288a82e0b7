namespace Dugout.Infrastructure.Publishing;

/// <summary>Marks a program that simulates an external partner. A production deployment uses the partner's real address instead.</summary>
internal sealed class SimulatorAnnotation : IResourceAnnotation;
