using Xunit;

namespace Dugout.Features.Tests.FanEvents;

/// <summary>Many fans, signed in once for all tests of a class; each test has its own event for them.</summary>
public sealed class FiveHundredFans(Shop shop) : IAsyncLifetime
{
    public const int Count = 500;

    public IReadOnlyList<Fan> All { get; private set; } = [];

    public async ValueTask InitializeAsync() => All = await shop.NextFansAsync(Count);

    public ValueTask DisposeAsync() => ValueTask.CompletedTask;
}
