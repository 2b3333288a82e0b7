using Xunit;

namespace Dugout.Features.Tests.Coupons;

/// <summary>Many fans, signed in once for all tests of a class; each test has its own campaign for them.</summary>
public sealed class Crowd(Shop shop) : IAsyncLifetime
{
    public const int Count = 1_000;

    public IReadOnlyList<Fan> Fans { get; private set; } = [];

    public async ValueTask InitializeAsync() => Fans = await shop.NextFansAsync(Count);

    public ValueTask DisposeAsync() => ValueTask.CompletedTask;
}
