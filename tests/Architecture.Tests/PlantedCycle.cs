// Two namespaces that refer to each other, for CyclesTests.

namespace Dugout.Architecture.Tests.Planted.One
{
    internal sealed record Left(Two.Right? Other);
}

namespace Dugout.Architecture.Tests.Planted.Two
{
    internal sealed record Right(One.Left? Other);
}
