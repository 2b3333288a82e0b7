using Xunit;

namespace Dugout.Features.Tests;

/// <summary>Tests that need the machine, or what all share, for themselves: they run one after the other, when the others are done.</summary>
[CollectionDefinition(nameof(Alone), DisableParallelization = true)]
public sealed class Alone;
