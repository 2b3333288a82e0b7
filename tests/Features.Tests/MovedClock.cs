using Microsoft.AspNetCore.Mvc.Testing;
using Microsoft.AspNetCore.TestHost;
using Microsoft.Extensions.DependencyInjection;

namespace Dugout.Features.Tests;

/// <summary>The real clock with an offset: for whole replicas, whose timers must run. Jobs run by a test have a <c>FakeTimeProvider</c>.</summary>
internal sealed class MovedClock : TimeProvider
{
    /// <summary>By how much it is ahead of the real one; negative where it is behind.</summary>
    public TimeSpan Ahead { get; set; }

    public override DateTimeOffset GetUtcNow() => base.GetUtcNow() + Ahead;

    public override long GetTimestamp() => base.GetTimestamp() + (long)(Ahead.TotalSeconds * TimestampFrequency);
}

/// <summary>Replicas with another clock.</summary>
internal static class ReplicasByAnotherClock
{
    /// <summary>The same replica by another clock.</summary>
    public static WebApplicationFactory<Program> By(this WebApplicationFactory<Program> replica, TimeProvider clock) =>
        replica.WithWebHostBuilder(host => host.ConfigureTestServices(services => services.AddSingleton(clock)));
}
